"""Stands in for a library and prints."""

import loud

loud.stand_in("lsprotocol")
