from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
import pytest_asyncio

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models import convert, local_files
from glossator.models.catalog import EmbeddingTraits
from glossator.models.choose import open_embedder
from glossator.models.embedder import LocalEmbedder, PriorityLock
from glossator.models.ports import Priority

pytestmark = pytest.mark.asyncio(loop_scope="module")

CODE = "def read_settings(path):\n    return tomllib.loads(path.read_text())\n"


@pytest.fixture(scope="module")
def shared_folders(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Folders:
    return Folders.below(tmp_path_factory.mktemp("home")).with_models(models_folder)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def embedder(shared_folders: Folders) -> AsyncIterator[LocalEmbedder]:
    opened = open_embedder(ModelSettings(), shared_folders)
    assert isinstance(opened, LocalEmbedder)
    yield opened
    await opened.close()


async def test_its_vectors_are_those_of_the_published_weights(embedder: LocalEmbedder) -> None:
    references = convert.references("all-minilm-l6-v2")
    vectors = await embedder.embed([reference.text for reference in references])
    for reference, vector in zip(references, vectors, strict=True):
        assert vector.dtype == numpy.float32
        assert float(vector @ reference.vector) > convert.MIN_COSINE
        assert len(await embedder.count_tokens([reference.text])) == 1


async def test_near_texts_are_nearer_than_far_ones(embedder: LocalEmbedder) -> None:
    query, near, far = await embedder.embed(
        ["read the configuration file", CODE, "ferry to the island at noon"]
    )
    assert float(query @ near) > float(query @ far) + 0.1


async def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: LocalEmbedder) -> None:
    texts = [CODE, "a", "the quick brown fox " * 30, "", "x = 1"]
    together = await embedder.embed(texts)
    alone = [(await embedder.embed([text]))[0] for text in texts]
    assert all(numpy.array_equal(one, other) for one, other in zip(together, alone, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\t",
        "\0\0",
        "\ud800 lone",
        "🙂" * 10,
        "a" * 50_000,
        "word " * 20_000,
        "\u202e\ufeff",
        "[SEP][CLS]",
    ],
)
async def test_any_text_gets_a_vector_of_length_one(embedder: LocalEmbedder, text: str) -> None:
    (vector,) = await embedder.embed([text])
    assert vector.shape == (await embedder.dimensions(),)
    assert abs(float(numpy.linalg.norm(vector)) - 1.0) < 1e-5


@pytest.mark.parametrize("tokens", [1, 2, 509, 510, 511, 512, 513, 2048, 8193])
async def test_the_last_token_counts_up_to_the_limit_and_beyond_it_the_cut_is_told(
    embedder: LocalEmbedder, tokens: int
) -> None:
    """`tokens` of the text itself; the model's marks before and behind it come on top."""
    texts = [" ".join(["word"] * (tokens - 1) + [last]) for last in ("word", "river")]
    assert await embedder.count_tokens(texts) == [tokens, tokens]
    one, other = await embedder.embed(texts)
    fits = tokens + 2 <= await embedder.max_tokens()
    assert numpy.array_equal(one, other) is not fits
    assert abs(float(numpy.linalg.norm(one)) - 1.0) < 1e-5
    if not fits:
        # What is seen of it is its beginning, as if it ended where the model reads no further.
        (cut,) = await embedder.embed([" ".join(["word"] * (await embedder.max_tokens() - 2))])
        assert numpy.array_equal(one, cut)
        assert "longer than the model reads" in embedder.status().detail


async def test_batches_of_any_mix_give_the_vectors_of_single_calls(embedder: LocalEmbedder) -> None:
    chance = random.Random(20)
    odd = [
        "",
        " ",
        "\n\t ",
        "\0",
        "a\0b",
        "\ud800",
        "x" * 30_000,
        "漢字" * 90,
        "[SEP] [CLS]",
        "🙂",
        CODE,
        "é" * 90,
    ]
    words = [" ".join(chance.choices(CODE.split(), k=count)) for count in (1, 2, 3, 20, 40, 90, 600)]
    alone = {text: (await embedder.embed([text]))[0] for text in odd + words}
    for _ in range(2):
        mix = chance.sample(list(alone), k=11)
        # Others that ask at the same time change nothing either.
        together, _ = await asyncio.gather(
            embedder.embed(mix), embedder.embed(odd[:5], query=True, priority=Priority.INTERACTIVE)
        )
        for text, vector in zip(mix, together, strict=True):
            differing = int(((vector > 0) != (alone[text] > 0)).sum())
            assert differing <= 0.01 * len(vector)
            assert float(vector @ alone[text]) > 0.9999


async def test_a_text_over_the_limit_is_cut_by_the_model_s_own_tokens(embedder: LocalEmbedder) -> None:
    limit = await embedder.max_tokens()
    fits = " ".join(["word"] * (limit - 2))
    assert await embedder.count_tokens([fits]) == [limit - 2]
    whole, longer = await embedder.embed([fits, fits + " and what comes after it"])
    assert numpy.array_equal(whole, longer)


async def test_no_texts_give_no_vectors(embedder: LocalEmbedder) -> None:
    assert await embedder.embed([]) == []
    assert await embedder.count_tokens([]) == []


async def test_an_interactive_text_overtakes_those_in_the_background(embedder: LocalEmbedder) -> None:
    done: list[str] = []

    async def embed(name: str, count: int, priority: Priority) -> None:
        await embedder.embed(["some text to embed " * 20] * count, priority=priority)
        done.append(name)

    background = asyncio.create_task(embed("background", 40, Priority.BACKGROUND))
    await asyncio.sleep(0)
    await embed("interactive", 1, Priority.INTERACTIVE)
    await background
    assert done == ["interactive", "background"]


async def test_an_interactive_text_waits_for_no_more_than_the_batch_that_is_worked_on(
    embedder: LocalEmbedder,
) -> None:
    done: list[int] = []

    async def embed(number: int) -> None:
        await embedder.embed([f"some text to embed {number} " * 20])
        done.append(number)

    background = [asyncio.create_task(embed(number)) for number in range(60)]
    await asyncio.sleep(0)
    await embedder.embed(["what the user looks for"], query=True, priority=Priority.INTERACTIVE)
    assert len(done) <= 1
    await asyncio.gather(*background)
    assert sorted(done) == list(range(60))


async def test_cancelling_stops_the_work(embedder: LocalEmbedder) -> None:
    token = CancelToken()
    work = asyncio.create_task(embedder.embed(["text " * 500] * 200, token=token))
    await embedder.count_tokens(["first"])
    token.cancel()
    with pytest.raises(Cancelled):
        await work
    assert len(await embedder.embed(["next"])) == 1


async def test_a_killed_process_is_replaced_for_the_next_request(embedder: LocalEmbedder) -> None:
    await embedder.embed(["one"])
    pid = embedder.process.pid
    assert pid is not None
    work = asyncio.create_task(embedder.embed(["text " * 500] * 50))
    await asyncio.sleep(0)
    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    with pytest.raises(ModelUnavailable):
        await work
    assert len(await embedder.embed(["two"])) == 1
    assert embedder.process.pid != pid


async def test_the_fingerprint_speaks_of_all_that_shapes_a_vector(embedder: LocalEmbedder) -> None:
    assert await embedder.fingerprint("1") == await embedder.fingerprint("1")
    traits = EmbeddingTraits(384, "mean", "", "")
    variants = [
        ("w", traits, 512, ("1",)),
        ("v", traits, 512, ("1",)),
        ("w", replace(traits, pooling="cls"), 512, ("1",)),
        ("w", replace(traits, query_prefix="q"), 512, ("1",)),
        ("w", replace(traits, document_prefix="q"), 512, ("1",)),
        ("w", traits, 256, ("1",)),
        ("w", traits, 512, ("2",)),
    ]
    assert len({local_files.embedding_fingerprint(*variant) for variant in variants}) == len(variants)


async def test_the_digest_of_a_file_follows_its_content(folders: Folders, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"one")
    first = local_files.digest(path, folders)
    assert local_files.digest(path, folders) == first == local_files.sha256(path)
    path.write_bytes(b"other")
    assert local_files.digest(path, folders) == local_files.sha256(path) != first


async def test_a_file_given_by_its_path_is_known_by_its_own_name(
    folders: Folders, embedding_file: Path, tmp_path: Path, embedder: LocalEmbedder
) -> None:
    link = tmp_path / "any name.gguf"
    link.symlink_to(embedding_file)
    settings = ModelSettings(embedding=str(link))
    opened = open_embedder(settings, folders)
    assert opened is not None
    assert opened.name == "any name"
    assert await opened.fingerprint() == await embedder.fingerprint()


async def test_a_language_model_set_as_embedding_model_is_refused(
    folders: Folders, language_file: Path
) -> None:
    opened = open_embedder(ModelSettings(embedding=str(language_file)), folders)
    assert opened is not None
    with pytest.raises(ModelUnavailable, match=r"is a language model.*models\.language"):
        await opened.embed(["text"])
    assert opened.status().state == "failed"
    await opened.close()


async def test_what_is_missing_is_said_with_the_command_that_helps(tmp_path: Path) -> None:
    folders = Folders.below(tmp_path)
    for setting, sentence in [
        ("all-minilm-l6-v2", "is not on this machine; run `glossator models fetch`."),
        ("coderankembed", "run `glossator models fetch coderankembed`."),
        ("nothing.gguf", "does not exist"),
        ("gpt-9", "There is no model named 'gpt-9'"),
    ]:
        opened = open_embedder(ModelSettings(embedding=setting), folders)
        assert opened is not None
        assert opened.status().state == "missing"
        assert sentence in opened.status().detail
        with pytest.raises(ModelUnavailable):
            await opened.embed(["text"])
        await opened.close()


async def test_none_switches_the_model_off(tmp_path: Path) -> None:
    assert open_embedder(ModelSettings(embedding="none"), Folders.below(tmp_path)) is None


async def test_the_lock_goes_to_the_most_urgent_and_survives_those_that_leave() -> None:
    lock = PriorityLock()
    order: list[str] = []

    async def take(name: str, priority: int) -> None:
        async with lock.hold(priority):
            order.append(name)
            await asyncio.sleep(0)

    async with lock.hold(1):
        waiting = [
            asyncio.create_task(take(name, priority)) for name, priority in (("b", 1), ("a", 0), ("c", 1))
        ]
        await asyncio.sleep(0)
        waiting[0].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == ["a", "c"]
    # The one that came last is the most urgent.
    order.clear()
    async with lock.hold(1):
        waiting = [
            asyncio.create_task(take(name, priority)) for name, priority in (("c", 2), ("b", 1), ("a", 0))
        ]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert order == ["a", "b", "c"]
    # A waiter that is cancelled just as the lock was given to it passes it on.
    async with lock.hold(0):
        leaving = asyncio.create_task(take("leaving", 0))
        staying = asyncio.create_task(take("staying", 0))
        await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.gather(leaving, staying, return_exceptions=True)
    assert order[-1] == "staying"
