"""`glossator explain`: what is explained, the text as it comes, then the facts."""

from __future__ import annotations

import argparse

from glossator_client.session import Session
from glossator_client.terminal.documents import ExplainDocument, explain_document, target_document
from glossator_client.terminal.facts import SHOWN_EXPLAIN_CALLERS, write_callers, write_target
from glossator_client.terminal.interaction import converse
from glossator_client.terminal.output import Progress, Terminal
from glossator_client.terminal.prose import WordWrap
from glossator_client.terminal.target import HELP, find_target

SUMMARY = "Explain a function, method or class together with the code that uses it."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument("target", metavar="TARGET", help=HELP)
    parser.add_argument(
        "--prompt",
        action="store_true",
        help="print the exact prompt and its length instead of asking the model",
    )
    parser.add_argument("--model", metavar="NAME", help="a catalogue name, a GGUF file, or none")
    parser.add_argument(
        "--max-tokens", metavar="N", type=_positive, help="longest answer in tokens (default: the setting)"
    )


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Explain the target and return the exit code."""

    async def talk(session: Session, progress: Progress) -> None:
        target = await find_target(session, arguments.target, arguments.root)
        plain = not terminal.as_json and not arguments.prompt
        if plain:
            progress.close()
            write_target(target_document(target), terminal)
            terminal.text("\n")
        stream = _Stream(terminal, progress, silent=not plain)
        explanation = await session.explain(
            target,
            stream.feed,
            prompt_only=arguments.prompt,
            model=arguments.model,
            max_tokens=arguments.max_tokens,
        )
        progress.close()
        stream.close(explanation.prose)
        _write(explain_document(explanation), terminal, only_prompt=arguments.prompt)

    return converse(arguments.root, terminal, talk)


class _Stream:
    """Shows the explanation's text piece by piece, word-wrapped at a terminal."""

    def __init__(self, terminal: Terminal, progress: Progress, *, silent: bool) -> None:
        self._began = False
        self._terminal = terminal
        self._progress = progress
        self._silent = silent
        self._wrap = WordWrap(terminal.text, terminal.width) if terminal.is_terminal else None

    def feed(self, text: str) -> None:
        """Show `text`; the first piece takes the progress display away."""
        if self._silent or not text:
            return
        if not self._began:
            self._began = True
            self._progress.close()
        if self._wrap is not None:
            self._wrap.feed(text)
        else:
            self._terminal.text(text)

    def close(self, whole: str) -> None:
        """End the text's last line; `whole` is shown if no piece of it has come."""
        if not self._began:
            self.feed(whole)
        if not self._began:
            return
        if self._wrap is not None:
            self._wrap.close()
        else:
            self._terminal.text("\n")
        self._terminal.line()


def _write(document: ExplainDocument, terminal: Terminal, *, only_prompt: bool) -> None:
    if terminal.as_json:
        terminal.json(document)
    elif only_prompt:
        terminal.raw((document.prompt or "").rstrip("\n") + "\n")
        about = "about " if document.prompt_tokens_exact is False else ""
        terminal.note(f"{about}{document.prompt_tokens} tokens")
    else:
        write_callers(document.callers, document.completeness, terminal, SHOWN_EXPLAIN_CALLERS)
        _write_remarks(document, terminal)


def _write_remarks(document: ExplainDocument, terminal: Terminal) -> None:
    for remark in (document.omitted.note, document.notice):
        if remark:
            terminal.line((remark, "yellow"))
    if document.model is not None:
        kept = ", kept from before" if document.cached else ""
        terminal.line(
            (f"Text by {document.model}{kept}; it may be wrong, the places are from the index.", "dim")
        )


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return int(text)
