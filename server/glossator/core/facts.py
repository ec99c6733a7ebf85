"""The facts block under every explanation: what the index proves, complete even without a model."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core import markdown
from glossator.core.explanation import Completeness, Omitted, Target, Usage
from glossator.core.symbols import Certainty, ReferenceKind

MAX_LISTED = 50
"""Callers listed in the block; the answer's `callers` hold all of them."""
_MAX_LINES = 8


def facts_block(
    target: Target,
    usages: Sequence[Usage],
    omitted: Omitted,
    completeness: Completeness,
    model: str | None,
    seconds: float | None,
) -> str:
    """The block as Markdown with links to the places."""
    calls = [usage for usage in usages if usage.reference is ReferenceKind.CALL]
    others = [usage for usage in usages if usage.reference is not ReferenceKind.CALL]
    lines = ["**Facts**", ""]
    place = markdown.link(f"{target.place.path}:{target.name_place.line + 1}", place_uri(target))
    lines.append(f"- {markdown.code_span(target.signature or target.name)}")
    lines.append(f"- {target.kind.value.replace('_', ' ')} defined in {place}")
    lines += _usage_lines("Called by", "Calls", calls, completeness)
    if others:
        lines += _usage_lines("Used otherwise by", "Other uses", others, completeness)
    if omitted.note:
        lines.append(f"- Shown to the model: {markdown.escape(omitted.note)}")
    if completeness.note:
        lines.append(f"- {markdown.escape(completeness.note)}")
    if model is not None:
        took = f", {seconds:.1f} s" if seconds is not None else ""
        lines.append(
            f"- Prose by {markdown.escape(model)}{took}; it may be wrong, the facts above are from the index"
        )
    return "\n".join(lines)


def place_uri(target: Target) -> str:
    return f"{target.place.uri}#L{target.name_place.line + 1}"


def _usage_lines(title: str, empty: str, usages: Sequence[Usage], completeness: Completeness) -> list[str]:
    if not usages:
        if completeness.unlisted_calls:
            return [f"- {empty}: none that is certain, but some may go through objects of unknown type"]
        if completeness.structure_ready:
            return [f"- {empty}: searched the whole index, none found"]
        return [f"- {empty}: none found so far, the index is not complete"]
    sure = sum(usage.certainty is Certainty.SURE for usage in usages)
    count = (
        f"{len(usages)} ({sure} sure, {len(usages) - sure} possible)"
        if sure < len(usages)
        else f"{len(usages)}"
    )
    lines = [f"- {title} {count}:"]
    lines += [f"  - {_usage(usage)}" for usage in usages[:MAX_LISTED]]
    if len(usages) > MAX_LISTED:
        lines.append(f"  - … and {len(usages) - MAX_LISTED} more")
    return lines


def _usage(usage: Usage) -> str:
    line = usage.uses[0].line if usage.uses else usage.name_place.line
    place = markdown.link(f"{usage.place.path}:{line + 1}", f"{usage.place.uri}#L{line + 1}")
    words = [f"{place} {markdown.code_span(usage.name)}", usage.certainty.value]
    if usage.reference is not ReferenceKind.CALL:
        words.append(f"as {usage.reference.value}")
    lines = list(dict.fromkeys(use.line + 1 for use in usage.uses))
    if len(lines) > 1:
        words.append("lines " + ", ".join(map(str, lines[:_MAX_LINES])))
    if usage.certainty is Certainty.POSSIBLE:
        words.append(markdown.escape(usage.why))
    if usage.in_test:
        words.append("test")
    return f"{words[0]} — {', '.join(words[1:])}"
