"""Write `docs/configuration.md` from the settings as they are declared: `make docs`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glossator.core.settings import SettingInfo, catalogue

CONFIGURATION = Path(__file__).resolve().parent.parent.parent / "docs" / "configuration.md"

INTRODUCTION = """\
<!-- Written by `make docs` from server/glossator/core/settings.py; do not edit. -->

# Configuration

Everything has a default; no setting is needed to begin.

Settings come from three places, and a later one overrides an earlier one:

1. the file `config.toml` in the configuration folder (`glossator doctor` prints where it is),
2. what the editor sends: `initializationOptions`, the section `glossator` of `workspace/configuration`, and
   `workspace/didChangeConfiguration`,
3. options of the command line.

All use the same names:

```toml
# config.toml
[index]
exclude = ["vendor/", "*.min.js"]

[models]
language = "qwen2.5-coder-1.5b-instruct"
threads = 4
```

```json
{ "glossator": { "index": { "exclude": ["vendor/"] }, "models": { "threads": 4 } } }
```

A value that does not fit is named in one message and ignored; the others are taken.

Two environment variables move the folders: `GLOSSATOR_HOME` puts cache, configuration, log and models below one
folder; `GLOSSATOR_MODELS` names the folder of the models alone.
"""


def render() -> str:
    """The whole page."""
    groups: dict[str, list[SettingInfo]] = {}
    for info in catalogue():
        groups.setdefault(info.key.partition(".")[0], []).append(info)
    parts = [INTRODUCTION]
    for group, infos in groups.items():
        parts.append(f"## `{group}`\n")
        parts += [_setting(info) for info in infos]
    return "\n".join(parts)


def _setting(info: SettingInfo) -> str:
    choices = f", one of {', '.join(f'`{choice}`' for choice in info.choices)}" if info.choices else ""
    return f"### `{info.key}`\n\n{info.type}{choices}; default `{_wire(info.default)}`\n\n{info.doc}\n"


def _wire(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_wire, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    CONFIGURATION.write_text(render(), encoding="utf-8")
