"""What expressions mean: which types their values have, as far as the facts of all files tell.

Flow-insensitive propagation: a name means all that it is bound to anywhere in its scope. An expression is followed
step by step from its beginning: names by scope and imports, members along the bases of their types, calls by what the
called function is declared to give or returns. What leads out of the workspace is external, which is known as well.
"""

from __future__ import annotations

from glossator.core.resolve.typing.expressions import Typing
from glossator.core.resolve.typing.meanings import Meaning, Sort

__all__ = ["Meaning", "Sort", "Typing"]
