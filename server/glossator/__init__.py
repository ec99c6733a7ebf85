"""Glossator: explains code together with the code that uses it, wholly on the user's machine."""

__version__ = "0.1.0"
