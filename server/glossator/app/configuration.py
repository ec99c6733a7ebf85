"""The user's configuration file: the layer between the defaults and what an editor or a flag says.

`config.toml` in the config folder holds the settings of `core.settings` under their wire names:

    [index]
    exclude = ["vendor/"]

    [models]
    language = "none"
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from glossator.core.settings import Settings, merge

FILE_NAME = "config.toml"


def load_configuration(config_folder: Path) -> tuple[Settings, list[str]]:
    """The defaults overridden by the configuration file, and one sentence for each thing that was not taken.

    A missing file means the defaults; one that cannot be read or is no TOML is reported and left aside.
    """
    path = config_folder / FILE_NAME
    try:
        with path.open("rb") as file:
            wire = tomllib.load(file)
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        return Settings(), [
            f"The configuration file {path} cannot be read: {error.strerror or 'unknown error'}."
        ]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return Settings(), [
            f"The configuration file {path} is left aside, it is no valid TOML{_place(error)}."
        ]
    settings, problems = merge(Settings(), wire)
    return settings, [f"{path}: {problem}" for problem in problems]


def _place(error: Exception) -> str:
    """Where the error is, without the text around it."""
    message = str(error)
    start = message.rfind("(at ")
    return f" {message[start:]}" if start >= 0 and message.endswith(")") else ""
