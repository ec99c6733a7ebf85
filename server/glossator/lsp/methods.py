"""The names of Glossator's own methods, commands and kinds. `docs/protocol.md` describes what they mean.

They stand apart from their types (`lsp/extensions.py`), because the answer to `initialize` names them before the
library of types is loaded.
"""

from __future__ import annotations

EXPLAIN = "glossator/explain"
CALLERS = "glossator/callers"
LOCATE = "glossator/locate"
SEARCH = "glossator/search"
USAGES = "glossator/usages"
RELATED = "glossator/related"
STATUS = "glossator/status"
STATUS_CHANGED = "glossator/statusChanged"

REQUESTS = (CALLERS, EXPLAIN, LOCATE, RELATED, SEARCH, STATUS, USAGES)
"""The methods that a client may call."""

EXPLAIN_COMMAND = "glossator.server.explain"
USAGES_COMMAND = "glossator.server.usages"
PAUSE_COMMAND = "glossator.server.pauseIndexing"
RESUME_COMMAND = "glossator.server.resumeIndexing"

COMMANDS = (EXPLAIN_COMMAND, USAGES_COMMAND, PAUSE_COMMAND, RESUME_COMMAND)
"""The commands of `workspace/executeCommand`."""

EXPLAIN_ACTION_KIND = "refactor.explain"
"""The kind of the code action "Explain code".

Light bulbs show actions of any kind but `source`, which VS Code and others list only when asked for it; and
`quickfix` promises to mend something and is applied by "fix all". Under `refactor` the action appears in the
light bulb, in Neovim's plain list and in the Refactor menu, and no client applies it on its own.
"""
