"""Stands in for a library that every process of ours imports; from then on something in that process prints."""

import loud

loud.stand_in("msgspec")
loud.shout_on("at work")
