"""Make a virtual environment and install Glossator into it: `python scripts/install.py [models] [dev]`.

Needs nothing but Python 3.11 or newer. Progress goes to standard error, what pip says to a file in the
environment. A second run with the same pyproject.toml does nothing and needs no network. With `dev`, strace is
installed as well where it is missing and may be: with it the tests watch what the program asks of the system.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
EXTRAS = ("models", "dev")
TICK_SECONDS = 1.0
LINE_SECONDS = 30.0
"""How often a line is written where the terminal cannot rewrite one."""

COMPILES = (
    "llama-cpp-python is compiled on this machine unless pip finds a ready wheel: "
    "expect 7 to 8 minutes on two cores."
)
NO_COMPILER = (
    "No C++ compiler was found, and llama-cpp-python may need one (Debian and Ubuntu: apt install build-essential; "
    "macOS: xcode-select --install; Windows: the Visual Studio Build Tools)."
)


NO_STRACE = (
    "The tests of privacy need strace, which could not be installed here; install it with your system's packages "
    "(Debian and Ubuntu: sudo apt-get install strace)."
)


def main() -> int:
    arguments = _parse()
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(map(str, sys.version_info[:2]))
        _say(
            f"Glossator needs Python 3.11 or newer, and this is {found}; name another with `make PYTHON=python3.12`."
        )
        return 1
    environment = Path(arguments.venv).resolve()
    extras = [extra for extra in EXTRAS if extra in arguments.extras]
    try:
        code = 0
        if not _is_installed(environment, extras):
            _make_environment(environment)
            code = _install(environment, extras, arguments.fall_back)
        if code == 0 and "dev" in extras:
            _bring_strace(environment / "strace.log")
        return code
    except KeyboardInterrupt:
        _say("\nInterrupted; run the same command again to go on.")
        return 130
    except (OSError, subprocess.CalledProcessError) as error:
        _say(f"The environment {environment} could not be made: {error}.")
        return 1


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument(
        "extras", nargs="*", metavar="models|dev", help="what is installed beside the package"
    )
    parser.add_argument("--venv", default=PROJECT / ".venv", help="folder of the environment")
    parser.add_argument(
        "--fall-back", action="store_true", help="install without models where llama.cpp cannot be compiled"
    )
    arguments = parser.parse_args()
    unknown = set(arguments.extras) - set(EXTRAS)
    if unknown:
        parser.error(f"unknown extra: {', '.join(sorted(unknown))}")
    return arguments


def _install(environment: Path, extras: list[str], fall_back: bool) -> int:
    python = _python_of(environment)
    if "models" in extras and not _has_llama(python):
        _say(COMPILES)
        if not any(shutil.which(compiler) for compiler in ("c++", "g++", "clang++", "cl")):
            _say(NO_COMPILER)
    log = environment / "install.log"
    if _pip_install(python, extras, log):
        for done in _subsets(extras):
            _stamp(environment, done).write_text(_recipe())
        return 0
    _say(f"Installing failed; the end of {log}:\n{_end_of(log)}")
    if fall_back and "models" in extras:
        _say("Going on without models: answers will hold facts without prose. The next run tries again.")
        rest = [extra for extra in extras if extra != "models"]
        if _is_installed(environment, rest) or _pip_install(python, rest, log):
            return 0
        _say(f"That failed as well; {log} tells why.")
    return 1


def _bring_strace(log: Path) -> None:
    """Have strace installed by apt, as root or by sudo without a password; else say what to do."""
    if sys.platform != "linux" or shutil.which("strace"):
        return
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    may = [] if os.geteuid() == 0 else [sudo, "-n"] if sudo else None
    if apt and may is not None:
        _say("Installing strace ...")
        install = [*may, apt, "install", "--yes", "--no-install-recommends", "strace"]
        with log.open("wb") as output:
            # The lists of packages may be missing, as in a fresh container.
            for command in (install, [*may, apt, "update"], install):
                if shutil.which("strace") is None:
                    subprocess.run(
                        command,
                        stdin=subprocess.DEVNULL,
                        stdout=output,
                        stderr=subprocess.STDOUT,
                        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                    )
    if shutil.which("strace") is None:
        _say(NO_STRACE)


def _make_environment(environment: Path) -> None:
    if _python_of(environment).exists():
        return
    _say(f"Making {environment} ...")
    try:
        venv.create(environment, with_pip=True)
    except subprocess.CalledProcessError:
        _say("Python's own `venv` and `ensurepip` are needed (Debian and Ubuntu: apt install python3-venv).")
        raise


def _pip_install(python: Path, extras: list[str], log: Path) -> bool:
    """Run pip with its words in `log` while a line tells how long it has taken; whether it succeeded."""
    what = f"{PROJECT}[{','.join(extras)}]" if extras else str(PROJECT)
    command = [str(python), "-m", "pip", "install", "--prefer-binary", "--progress-bar", "off", "-e", what]
    with log.open("wb") as output, tempfile.TemporaryFile() as nothing:
        pip = subprocess.Popen(command, stdin=nothing, stdout=output, stderr=subprocess.STDOUT)
        try:
            _tick_until_done(pip, log, f"Installing {' and '.join(['Glossator', *extras])}")
        except BaseException:
            pip.terminate()
            pip.wait()
            raise
    return pip.returncode == 0


def _tick_until_done(process: subprocess.Popen[bytes], log: Path, what: str) -> None:
    start = last_line = time.monotonic()
    rewrites = sys.stderr.isatty()
    while process.poll() is None:
        elapsed = time.monotonic() - start
        if rewrites or time.monotonic() - last_line >= LINE_SECONDS:
            last_line = time.monotonic()
            doing = _end_of(log, lines=1)[:60]
            _say(f"{what}: {_duration(elapsed)}  {doing}", rewrites)
        try:
            process.wait(TICK_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    end = "done" if process.returncode == 0 else "failed"
    _say(f"{what}: {end} after {_duration(time.monotonic() - start)}.", rewrites)
    if rewrites:
        _say("")


def _say(text: str, rewrite: bool = False) -> None:
    sys.stderr.write(f"\r\033[K{text}" if rewrite else f"{text}\n")
    sys.stderr.flush()


def _duration(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60:02d} s"


def _end_of(log: Path, lines: int = 25) -> str:
    """The last lines of a log that are not blank."""
    kept = log.read_bytes()[-20_000:].decode(errors="replace").splitlines()
    return "\n".join([line.strip() for line in kept if line.strip()][-lines:])


def _python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _has_llama(python: Path) -> bool:
    check = "import importlib.util, sys; sys.exit(importlib.util.find_spec('llama_cpp') is None)"
    return subprocess.run([str(python), "-c", check], stdin=subprocess.DEVNULL).returncode == 0


def _is_installed(environment: Path, extras: list[str]) -> bool:
    stamp = _stamp(environment, extras)
    return _python_of(environment).exists() and stamp.exists() and stamp.read_text() == _recipe()


def _stamp(environment: Path, extras: list[str]) -> Path:
    return environment / "-".join([".glossator", *extras])


def _recipe() -> str:
    """Changes when what must be installed does, or when the project has moved."""
    text = (PROJECT / "pyproject.toml").read_bytes() + str(PROJECT).encode()
    return hashlib.sha256(text).hexdigest()


def _subsets(extras: list[str]) -> list[list[str]]:
    subsets: list[list[str]] = [[]]
    for extra in extras:
        subsets += [[*subset, extra] for subset in subsets]
    return subsets


if __name__ == "__main__":
    sys.exit(main())
