"""How `glossator eval retrieval` writes its answer for people."""

from __future__ import annotations

from glossator.commands.eval_documents import EvalRetrievalDocument, MissedQuestion, RetrievalFigures
from glossator.commands.terminal import Terminal

SHOWN_UNKNOWN = 5

_HEAD = f"{'questions':22}{'number':>8}{'NDCG@10':>10}{'recall@10':>11}{'MRR':>8}"


def write(document: EvalRetrievalDocument, terminal: Terminal) -> None:
    """Write the figures, then what is to be known about them, then the misses."""
    terminal.line((_HEAD, "bold"))
    for each in document.categories:
        if len(document.categories) > 1 or each.category:
            terminal.line(_row(each.category or "others", each.figures))
    terminal.line((_row("all", document.all), "bold"))
    terminal.line(
        f"Time of a question: {document.p50_milliseconds:.1f} ms in the middle, "
        f"{document.p99_milliseconds:.1f} ms for the slowest hundredth."
    )
    terminal.line(
        f"By meaning: {document.by_meaning:.0%} of the questions, with vectors of {document.embedded_chunks} of "
        f"{document.chunks} texts."
    )
    if document.without:
        terminal.line(f"Left out of the ranking: {', '.join(document.without)}.")
    if document.unknown_targets:
        shown = ", ".join(document.unknown_targets[:SHOWN_UNKNOWN])
        rest = len(document.unknown_targets) - SHOWN_UNKNOWN
        more = f" and {rest} more" if rest > 0 else ""
        terminal.line((f"Not indexed, so never found: {shown}{more}.", "yellow"))
    if document.note:
        terminal.line((document.note, "yellow"))
    if document.misses is not None:
        terminal.line(f"Answered badly: {len(document.misses)} of {document.all.questions} questions.")
        for miss in document.misses:
            _write_miss(miss, terminal)


def _write_miss(miss: MissedQuestion, terminal: Terminal) -> None:
    terminal.line((f"{miss.ndcg10:.2f}  {miss.query}", "bold"))
    terminal.line(f"      wanted {', '.join(miss.targets)}")
    if miss.first is None:
        terminal.line("      found nothing")
        return
    shares = ", ".join(f"{each.reason} {each.points:.2f}" for each in miss.first_shares)
    terminal.line("      first  ", (miss.first, "cyan"), f"  {miss.first_name}  ", (f"({shares})", "dim"))


def _row(name: str, figures: RetrievalFigures) -> str:
    return (
        f"{name[:22]:22}{figures.questions:8}{figures.ndcg10:10.4f}{figures.recall10:11.4f}{figures.mrr:8.4f}"
    )
