"""Prompts that fit, counted by the tokenizer of the real default model."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from glossator.app.prompting import fit, messages
from glossator.core.context import CallerCode
from glossator.core.errors import UserError
from glossator.core.prompt import PromptParts
from glossator.core.settings import ModelSettings
from glossator.core.symbols import Certainty
from glossator.host.folders import Folders
from glossator.models.choose import open_generator
from glossator.models.generator import CPU_PROMPT_TOKENS
from glossator.models.ports import Generator

ANSWER = 400


@pytest.fixture
async def generator(tmp_path: Path) -> AsyncIterator[Generator]:
    folders = Folders.below(tmp_path).with_models(Path(os.environ["GLOSSATOR_MODELS"]))
    opened = open_generator(ModelSettings(gpu_layers=0), folders)
    assert opened is not None
    yield opened
    await opened.close()


def caller(number: int, lines: int) -> CallerCode:
    body = "\n".join(f"    value_{line} = compute(value_{line - 1}, {line})" for line in range(1, lines))
    return CallerCode(
        path="pkg/use.py",
        name=f"use_{number}",
        line=number,
        code=f"def use_{number}(value_0):\n{body}\n    return target(value_0)",
        brief=f"def use_{number}(value_0):\n…\n    return target(value_0)",
        certainty=Certainty.SURE,
        in_test=False,
        lines=lines + 2,
    )


def parts(*, documentation: int = 1, body: int = 5, callers: tuple[CallerCode, ...] = ()) -> PromptParts:
    doc = [f"    Paragraph {number} says what the function is good for." for number in range(documentation)]
    return PromptParts(
        language="Python",
        path="pkg/a.py",
        line=0,
        name="target",
        kind="function",
        head=("def target(a, b):", '    """Documentation.', *doc, '    """'),
        body=tuple(f"    step_{number} = prepare(a, b, {number})" for number in range(body)),
        callers=callers,
        callers_total=len(callers),
    )


async def test_a_prompt_on_a_cpu_is_short_and_its_room_is_used(generator: Generator) -> None:
    many = tuple(caller(number, 6) for number in range(30))
    prompt, size = await fit(parts(callers=many), generator, ANSWER)
    assert size == await generator.count_chat(messages(prompt))
    assert CPU_PROMPT_TOKENS * 3 // 4 < size <= CPU_PROMPT_TOKENS
    assert 0 < prompt.callers_shown < 30
    assert f"{prompt.callers_shown} of 30 callers shown." in prompt.user


async def test_a_long_definition_still_leaves_room_for_its_callers(generator: Generator) -> None:
    prompt, size = await fit(parts(body=45, callers=(caller(1, 3), caller(2, 3))), generator, ANSWER)
    assert prompt.body_lines_cut == 0
    assert prompt.callers_shown == 2
    assert size <= 2 * CPU_PROMPT_TOKENS


async def test_long_documentation_is_kept_whole_and_never_refused(generator: Generator) -> None:
    material = parts(documentation=150, body=20, callers=(caller(1, 3),))
    prompt, size = await fit(material, generator, ANSWER)
    assert "\n".join(material.head) in prompt.user
    assert size > 2 * CPU_PROMPT_TOKENS
    assert size + ANSWER <= await generator.context_tokens()


async def test_a_long_caller_is_shown_in_brief(generator: Generator) -> None:
    prompt, _ = await fit(parts(callers=(caller(1, 300), caller(2, 3))), generator, ANSWER)
    assert prompt.callers_shown == 2
    assert "def use_1(value_0):\n…\n    return target(value_0)" in prompt.user


async def test_only_a_head_that_no_window_holds_is_refused_by_name(generator: Generator) -> None:
    with pytest.raises(UserError, match="'target'"):
        await fit(parts(documentation=1200), generator, ANSWER)
