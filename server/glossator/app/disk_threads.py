"""Threads for questions to the disks of the user's files, which may hang: a network folder can.

A thread that waits for such a disk is lost until it answers. There are only so many, apart from those that read the
index and work out answers, so that what needs no file is answered all the same; and what every question about a
document needs to know once has threads of its own, which questions that are asked again and again cannot take away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

MOST_THREADS = 32

_P = ParamSpec("_P")
_Result = TypeVar("_Result")

_for_all, _for_once = (ThreadPoolExecutor(MOST_THREADS, name) for name in ("disk", "links"))


async def ask_disk(function: Callable[_P, _Result], *arguments: _P.args, **options: _P.kwargs) -> _Result:
    """The result of a function that looks at files of the user."""
    call = partial(function, *arguments, **options)
    return await asyncio.get_running_loop().run_in_executor(_for_all, call)


async def ask_disk_once(
    function: Callable[_P, _Result], *arguments: _P.args, **options: _P.kwargs
) -> _Result:
    """The same for what is asked once of a document or folder."""
    call = partial(function, *arguments, **options)
    return await asyncio.get_running_loop().run_in_executor(_for_once, call)
