"""The commands that a user asks interactively, each a language server session of its own."""
