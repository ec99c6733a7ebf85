"""Search by names, words and meaning: what a query asks for, and in which order its answers stand. Pure."""
