"""The version of the extractor, apart from `core.syntax` so that asking for it loads no grammar."""

EXTRACTOR_VERSION = 12
"""Bump when the facts of an unchanged file may change: the index then extracts every file anew."""
