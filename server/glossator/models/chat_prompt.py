"""Chat prompts by a model's own template, with contents that can never become markup.

The template is rendered with a unique mark in place of each content, and cut at the marks. The parts of the template
become tokens with special tokens allowed, the contents without: a file that spells `<|im_end|>` stays text.
Templates come with model files and are rendered in a sandbox.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from glossator.core.cancel import NEVER, CancelToken
from glossator.models.ports import Message

GENERATION_FLAGS = {"add_generation_prompt": True, "enable_thinking": False, "tools": None, "documents": None}

_PLAIN_ROLES = {"system": "Instructions", "user": "Question", "assistant": "Answer"}
LONGEST_PIECE = 1 << 15
"""Characters that are made tokens at once, which takes a tenth of a second or two."""

PLAIN_STOP = "\nQuestion:"
"""Where an answer ends when the model has no template and may go on with a question of its own."""


class Vocabulary(Protocol):
    """What is needed of a model to make tokens."""

    def tokenize(self, text: str, *, marks: bool = False, special: bool = False) -> list[int]: ...

    def special_spellings(self) -> list[str]: ...

    def chat_template(self) -> str | None: ...

    def spelling(self, kind: str) -> str: ...

    @property
    def begin_token(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a prompt: markup of the template, or content of a message."""

    text: str
    is_content: bool


class ChatFormat:
    """Turns messages into the prompt of one model."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        source = vocabulary.chat_template()
        self._template = _compile(source) if source else None
        self.is_plain = self._template is None
        self._guarded = _guard(vocabulary.special_spellings())

    def parts(self, messages: Sequence[Message]) -> list[Part]:
        """The prompt in pieces, in order."""
        if self._template is not None:
            for variant in (messages, _without_system(messages)):
                parts = self._from_template(variant)
                if parts is not None:
                    return parts
        return _plain_parts(messages)

    def text(self, messages: Sequence[Message]) -> str:
        """The prompt as text."""
        return "".join(part.text for part in self.parts(messages))

    def tokens(self, messages: Sequence[Message], token: CancelToken = NEVER) -> list[int]:
        """The prompt as tokens, with one begin token if the model or its template wants one."""
        tokens: list[int] = []
        for part in self.parts(messages):
            if part.is_content:
                tokens += self.content_tokens(part.text, token)
            else:
                tokens += self._vocabulary.tokenize(part.text, special=True)
        begin = self._vocabulary.begin_token
        if begin is not None and tokens[:1] != [begin]:
            tokens.insert(0, begin)
        return tokens

    def content_tokens(self, text: str, token: CancelToken = NEVER) -> list[int]:
        """Tokens of a content. Spellings of special tokens are taken apart, for some models know theirs as text."""
        tokens: list[int] = []
        start = 0
        for match in self._guarded.finditer(text) if self._guarded else ():
            tokens += self._plain_tokens(text[start : match.start() + 1], token)
            start = match.start() + 1
        return tokens + self._plain_tokens(text[start:], token)

    def _plain_tokens(self, text: str, token: CancelToken) -> list[int]:
        """Tokens of a text; a long one goes through the tokenizer, which cannot be interrupted, in pieces."""
        tokens: list[int] = []
        start = 0
        while len(text) - start > LONGEST_PIECE:
            token.check()
            furthest = start + LONGEST_PIECE
            end = text.rfind("\n", start + LONGEST_PIECE // 2, furthest) + 1 or furthest
            tokens += self._vocabulary.tokenize(text[start:end])
            start = end
        token.check()
        return tokens + self._vocabulary.tokenize(text[start:])

    @property
    def _special_texts(self) -> dict[str, str]:
        return {
            "bos_token": self._vocabulary.spelling("bos"),
            "eos_token": self._vocabulary.spelling("eos"),
        }

    def _from_template(self, messages: Sequence[Message]) -> list[Part] | None:
        """The template's parts; None if it refuses these messages or does not show each content once."""
        mark = secrets.token_hex(8)
        names = [f"content{mark}n{number}end" for number in range(len(messages))]
        marked = [
            {"role": message.role, "content": name} for message, name in zip(messages, names, strict=True)
        ]
        import jinja2

        try:
            assert self._template is not None
            rendered = self._template.render(messages=marked, **GENERATION_FLAGS, **self._special_texts)
        except (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            return None
        begin, stripped = self._special_texts["bos_token"], rendered.lstrip()
        if begin and stripped.startswith(begin):
            # White space in front would hide that there is a begin token already.
            rendered = stripped
        pieces = re.split(f"(content{mark}n[0-9]+end)", rendered)
        if [piece for piece in pieces if piece in names] != names:
            return None
        contents = dict(zip(names, (message.content for message in messages), strict=True))
        parts = [Part(contents.get(piece, piece), piece in contents) for piece in pieces]
        return [part for part in parts if part.text]


def _compile(source: str) -> Any:
    """The template ready to render, None if it is no valid template."""
    import jinja2
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.globals["raise_exception"] = _refuse
    environment.globals["strftime_now"] = lambda form: datetime.now().astimezone().strftime(form)
    try:
        return environment.from_string(source)
    except jinja2.TemplateError:
        return None


def _refuse(message: str) -> None:
    import jinja2

    raise jinja2.TemplateError(message)


def _guard(spellings: Sequence[str]) -> re.Pattern[str] | None:
    """A pattern that finds the spellings of special tokens; blank and one-character ones are harmless as text."""
    wanted = sorted({each for each in spellings if len(each.strip()) > 2}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, wanted))) if wanted else None


def _without_system(messages: Sequence[Message]) -> list[Message]:
    """The same messages for models that know no system role: its content goes in front of the first question."""
    system = [message.content for message in messages if message.role == "system"]
    others = [message for message in messages if message.role != "system"]
    if not system or not others:
        return list(others)
    first = Message(others[0].role, "\n\n".join([*system, others[0].content]))
    return [first, *others[1:]]


def _plain_parts(messages: Sequence[Message]) -> list[Part]:
    parts: list[Part] = []
    for message in messages:
        parts.append(Part(f"{_PLAIN_ROLES.get(message.role, message.role)}:\n", False))
        parts.append(Part(message.content, True))
        parts.append(Part("\n\n", False))
    parts.append(Part("Answer:\n", False))
    return [part for part in parts if part.text]
