"""Labels for groups of code: the words that set each apart from the others, out of names, documentation and paths."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from glossator.core.terms import split_identifier, stem, words_of

MOST_WORDS = 3
"""Words of a label."""

_DOC_WORDS = 12
"""So many words of documentation say what it is about; then come details."""

_OWN_NAME, _CONTAINER, _DOCUMENTATION, _FILE, _FOLDER = 3.0, 1.5, 1.0, 1.0, 0.5
_STILL_TELLING = 0.6
"""A further word belongs to a label if it tells at least so much of what the best one tells."""

_LEAST_LETTERS = 3
_SILENT_WORDS = """
the and for with from into this that these those are was were not its has have init new self main index module get set
any all one two use uses used using return returns given when where which whether will can may def func function method
class test tests src lib out add
"""
_SILENT = frozenset(_SILENT_WORDS.split())
"""Words that are in code of every subject."""


@dataclass(frozen=True, slots=True)
class Described:
    """What is known in words of one piece of code: its qualified name ("" for none), path, and documentation."""

    name: str
    path: str
    documentation: str = ""


def labels(groups: Sequence[Sequence[Described]], common: Collection[str] = ()) -> list[str]:
    """A label for each group: one to three words, "" for a group that has none. Words of `common` say nothing.

    Equal labels of different groups are told apart by the files of the groups.
    """
    silent = {stem(word) for text in common for word in _words(text)}
    weighed = [[_weights(item, silent) for item in group] for group in groups]
    shares = [
        Counter({word: sum(word in item for item in group) / len(group) for item in group for word in item})
        for group in weighed
    ]
    spread: Counter[str] = Counter()
    for share in shares:
        spread.update(share)
    found = [_label(group, weights, spread) for group, weights in zip(groups, weighed, strict=True)]
    counts = Counter(found)
    return [
        f"{label} ({_main_file(group)})" if label and counts[label] > 1 else label
        for label, group in zip(found, groups, strict=True)
    ]


def _label(group: Sequence[Described], weights: Sequence[dict[str, float]], spread: Counter[str]) -> str:
    if len(group) == 1 and (own := list(_words(_own_name(group[0])))):
        # What is alone is best told by its name.
        return " ".join(own[:MOST_WORDS])
    points: defaultdict[str, float] = defaultdict(float)
    for weight_of in weights:
        for word, weight in weight_of.items():
            points[word] += weight / len(group)
    scored = {word: point * math.log(1 + 1 / spread[word]) for word, point in points.items()}
    ranked = sorted(scored, key=lambda word: (-scored[word], word))
    chosen = [word for word in ranked[:MOST_WORDS] if scored[word] >= _STILL_TELLING * scored[ranked[0]]]
    written: defaultdict[str, Counter[str]] = defaultdict(Counter)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for item in group:
        seen: set[str] = set()
        for place, (word, _) in enumerate(_parts(item)):
            if (root := stem(word)) in chosen and root not in seen:
                seen.add(root)
                written[root][word] += 1
                places[root].append(place)
    chosen.sort(key=lambda root: (sum(places[root]) / len(places[root]), root))
    return " ".join(min(written[root], key=lambda word: (-written[root][word], word)) for root in chosen)


def _weights(item: Described, silent: Collection[str]) -> dict[str, float]:
    """What each stem says about a piece of code, by the best place in which it stands."""
    weights: dict[str, float] = {}
    for word, weight in _parts(item):
        if (root := stem(word)) not in silent:
            weights[root] = max(weight, weights.get(root, 0.0))
    return weights


def _parts(item: Described) -> Iterator[tuple[str, float]]:
    """The words of a piece of code with their weights, in the order in which they stand in a label."""
    own, containers = _own_name(item), words_of(item.name)[:-1]
    *folders, file = item.path.split("/")
    for text, weight in ((own, _OWN_NAME), (" ".join(containers), _CONTAINER)):
        yield from ((word, weight) for word in _words(text))
    documentation = list(_words(item.documentation))[:_DOC_WORDS]
    yield from ((word, _DOCUMENTATION) for word in documentation)
    yield from ((word, _FILE) for word in _words(file.partition(".")[0]))
    yield from ((word, _FOLDER) for word in _words(" ".join(folders[-1:])))


def _words(text: str) -> Iterator[str]:
    for word in words_of(text):
        for part in split_identifier(word):
            if len(part) >= _LEAST_LETTERS and part not in _SILENT and not part.isdigit():
                yield part


def _own_name(item: Described) -> str:
    return (words_of(item.name) or [""])[-1]


def _main_file(group: Sequence[Described]) -> str:
    """The file in which most of a group stands."""
    files = Counter(item.path for item in group)
    return min(files, key=lambda path: (-files[path], path)).rsplit("/", 1)[-1]
