"""Download a file of a Hugging Face hub, or of a mirror named by `HF_ENDPOINT`: resumed, retried and hash-checked."""

from __future__ import annotations

import errno
import http.client
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from glossator.core.cancel import CancelToken
from glossator.core.errors import UserError
from glossator.models.catalog import HubSource
from glossator.models.local_files import sha256

PUBLIC_HUB = "https://huggingface.co"
BLOCK_BYTES = 1 << 18
TIMEOUT_SECONDS = 30.0
POLL_SECONDS = 0.2
_HASH = re.compile(r'^(?:W/)?"?([0-9a-f]{64})"?$')


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a broken download is taken up again, and the pause before that in seconds, doubled each time."""

    attempts: int = 5
    pause: float = 1.0


@dataclass(slots=True)
class _Download:
    """One file on its way: where it comes from, where it goes, and the hash it must have ("" if none is known)."""

    name: str
    url: str
    part: Path
    sha256: str
    progress: Callable[[int, int], None]
    token: CancelToken
    total: int = field(default=0)


class _Interrupted(Exception):
    """The connection broke; what has come so far is kept."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows the hub to its storage, and keeps the hash that the hub says the file has."""

    def __init__(self) -> None:
        self.linked_hash = ""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        self.linked_hash = _hash_of(headers) or self.linked_hash
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(
    name: str,
    source: HubSource,
    expected: str,
    folder: Path,
    progress: Callable[[int, int], None],
    token: CancelToken,
    retries: Retries,
) -> Path:
    """The file as a part file in `folder`, whole and with the right hash.

    Raises `UserError` with one sentence, and `Cancelled`; what has come by then is kept and continued next time.
    """
    endpoint = os.environ.get("HF_ENDPOINT", "").rstrip("/") or PUBLIC_HUB
    path = urllib.parse.quote(f"{source.repository}/resolve/{source.revision}/{source.file}")
    part = folder / f"{Path(source.file).name}.part"
    job = _Download(name, f"{endpoint}/{path}", part, expected, progress, token)
    for attempt in range(retries.attempts):
        try:
            _continue(job)
            break
        except _Interrupted as error:
            token.check()
            if attempt + 1 == retries.attempts:
                raise UserError(
                    f"The model {name} could not be downloaded from {_host(job.url)} ({error.reason}); check the "
                    "network and try again: what has come so far is kept."
                ) from error
            _pause(retries.pause * 2**attempt, token)
    _check(job)
    return part


def _pause(seconds: float, token: CancelToken) -> None:
    end = time.monotonic() + seconds
    while (remaining := end - time.monotonic()) > 0:
        token.check()
        time.sleep(min(remaining, POLL_SECONDS))


def _continue(job: _Download) -> None:
    """Ask for what is missing and write it to the part file."""
    have = job.part.stat().st_size if job.part.exists() else 0
    redirects = _Redirects()
    opener = urllib.request.build_opener(redirects)
    request = urllib.request.Request(
        job.url, headers={"User-Agent": "glossator", "Accept-Encoding": "identity"}
    )
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        with opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            job.sha256 = job.sha256 or redirects.linked_hash or _hash_of(response.headers)
            # Without a hash nothing would tell that the two halves belong to the same file.
            resumed = response.status == http.HTTPStatus.PARTIAL_CONTENT and bool(job.sha256)
            if response.status == http.HTTPStatus.PARTIAL_CONTENT and not resumed:
                job.part.unlink()
                raise _Interrupted("the file must be read from its start")
            job.total = int(response.headers.get("Content-Length") or 0) + (have if resumed else 0)
            with job.part.open("ab" if resumed else "wb") as file:
                _copy(response, file, job)
    except urllib.error.HTTPError as error:
        _refused(job, error, have)
    except urllib.error.URLError as error:
        raise _Interrupted(_why(error.reason)) from error
    except (OSError, http.client.HTTPException) as error:
        if isinstance(error, OSError) and (error.filename or error.errno in (errno.ENOSPC, errno.EDQUOT)):
            raise
        raise _Interrupted(_why(error)) from error


def _copy(response: Any, file: IO[bytes], job: _Download) -> None:
    job.progress(file.tell(), job.total)
    while block := response.read(BLOCK_BYTES):
        job.token.check()
        file.write(block)
        job.progress(file.tell(), job.total)
    if job.total and file.tell() != job.total:
        raise _Interrupted("the connection broke")


def _refused(job: _Download, error: urllib.error.HTTPError, have: int) -> None:
    host = _host(job.url)
    error.close()
    if error.code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
        # All of it is here already, or it is the part of another file: the hash tells which.
        if job.sha256 and sha256(job.part) == job.sha256:
            return
        job.part.unlink(missing_ok=True)
        raise _Interrupted("the file has changed") from error
    if error.code in (401, 403):
        raise UserError(
            f"{host} does not give out the model {job.name} without an account; download its file yourself and set "
            "the setting to its path."
        ) from error
    if error.code == http.HTTPStatus.NOT_FOUND:
        raise UserError(
            f"{host} has no file of the model {job.name} at the expected place; it may have moved: download it "
            "yourself and set the setting to its path."
        ) from error
    if error.code == http.HTTPStatus.TOO_MANY_REQUESTS or error.code >= 500:
        raise _Interrupted(f"status {error.code}") from error
    raise UserError(
        f"{host} answered with status {error.code} for the model {job.name}; try again later."
    ) from error


def _check(job: _Download) -> None:
    if job.sha256 and sha256(job.part) != job.sha256:
        job.part.unlink(missing_ok=True)
        raise UserError(
            f"What was downloaded for {job.name} is not the expected file (its hash differs) and was thrown away; "
            "try again, and if it happens again, report it."
        )


def _hash_of(headers: Any) -> str:
    """The SHA-256 that the hub states for a large file, "" if it states none."""
    match = _HASH.match(headers.get("X-Linked-Etag") or "")
    return match[1] if match else ""


def _host(url: str) -> str:
    return urllib.parse.urlsplit(url).netloc.rpartition("@")[2]


def _why(reason: object) -> str:
    if isinstance(reason, TimeoutError):
        return "no answer in time"
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return "the connection broke"
