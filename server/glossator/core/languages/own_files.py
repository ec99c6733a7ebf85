"""The files of the package of languages."""

from __future__ import annotations

from pkgutil import get_data

_PACKAGE = __name__.rpartition(".")[0]


def own_file(path: str) -> str | None:
    """The text of a file of this package, None if there is none.

    `importlib.resources` would do the same, but loading it takes longer than all else here.
    """
    try:
        data = get_data(_PACKAGE, path)
    except OSError:
        return None
    return None if data is None else data.decode("utf-8")
