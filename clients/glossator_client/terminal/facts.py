"""What the index proves, as lines for a person: targets, callers with certainty, what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from glossator_client.terminal.documents import CallerDocument, CompletenessDocument, TargetDocument
from glossator_client.terminal.output import Terminal

SHOWN_USES = 6
"""How many places of use are listed for one caller."""

SHOWN_EXPLAIN_CALLERS = 20
"""How many callers follow an explanation; the `callers` command lists all."""


def write_target(target: TargetDocument, terminal: Terminal) -> None:
    """One line that says what is meant, and its signature."""
    terminal.line((target.qualified_name, "bold"), f"  {target.kind}  ", _place(target.path, target.line))
    for line in target.signature.splitlines():
        terminal.line("  ", (line, "dim"))


def write_callers(
    callers: Sequence[CallerDocument],
    completeness: CompletenessDocument,
    terminal: Terminal,
    limit: int | None = None,
) -> None:
    """The callers, each with its place, the lines of its uses, and how sure that is."""
    shown = callers if limit is None else callers[:limit]
    if callers:
        terminal.line((_headline(callers), "bold"))
    elif completeness.structure_ready and not completeness.note:
        terminal.line(("Used by nothing that the index knows.", "bold"))
    elif completeness.structure_ready:
        terminal.line(("No use is known for certain.", "bold"))
    else:
        terminal.line(("No callers are found so far.", "bold"))
    for caller in shown:
        write_caller(caller, terminal)
    if len(callers) > len(shown):
        terminal.line(f"  and {len(callers) - len(shown)} more ('glossator callers' lists all)")
    if completeness.note:
        terminal.line((completeness.note, "yellow"))


def _headline(callers: Sequence[CallerDocument]) -> str:
    possible = sum(caller.certainty != "sure" for caller in callers)
    if not possible:
        return f"Used by {len(callers)}:"
    return f"Used by {len(callers)}, {possible} of them only possibly:"


def write_caller(caller: CallerDocument, terminal: Terminal) -> None:
    """One line: where it is, how and in which lines it uses the target, and why if that is not sure."""
    numbers = list(dict.fromkeys(str(use.line) for use in caller.uses))
    lines = numbers[:SHOWN_USES] + ["..."] * (len(numbers) > SHOWN_USES)
    uses = f" in line{'s' if len(lines) > 1 else ''} {', '.join(lines)}" if lines else ""
    notes = [caller.certainty] if caller.certainty != "sure" else []
    notes += [caller.why] if caller.why and notes else []
    notes += ["test"] if caller.in_test else []
    style = "yellow" if caller.certainty != "sure" else "dim"
    terminal.line(
        "  ",
        _place(caller.path, caller.line),
        f"  {caller.name}  ",
        (caller.reference + uses, "dim"),
        (f"  ({'; '.join(notes)})" if notes else "", style),
    )


def _place(path: str, line: int) -> tuple[str, str]:
    return f"{path}:{line}", "cyan"
