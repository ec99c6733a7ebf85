"""What objects from outside of the workspace give, by the names of their methods and by what they hold.

Of their types only the name and the arguments are known (`List<Foo>`), so the methods of all libraries count together.
"""

from __future__ import annotations

from glossator.core.languages import Language
from glossator.core.resolve.typing.meanings import EXTERNAL, UNKNOWN, Meaning, Meanings, Sort
from glossator.core.values.type_forms import SEQUENCE, TUPLE


def _names(written: str) -> frozenset[str]:
    return frozenset(written.split())


ELEMENT_METHODS = _names(
    "get getOrDefault first last pop popleft pop_front pop_back peek next unwrap unwrap_or unwrap_or_default "
    "unwrap_or_else expect value Value result Result orElse orElseThrow orElseGet element poll take remove "
    "removeFirst removeLast shift at find front back head borrow borrow_mut lock read write current item load "
    "setdefault getFirst getLast findFirst findAny getValue second find_first nth min max join copy clone to_owned "
    "as_ref as_mut make_shared make_unique static_pointer_cast dynamic_pointer_cast const_pointer_cast any_cast "
    "get_if release getOrPut firstOrNull lastOrNull First Last FirstOrDefault LastOrDefault Single SingleOrDefault "
    "ElementAt Peek Pop Dequeue single find_map ok_or ok get_mut get_or_insert_with or_insert or_insert_with "
    "or_default entry Invoke"
)
"""Names under which generic types of any library give what they hold."""
ITERATOR_METHODS = _names(
    "begin end cbegin cend rbegin rend crbegin crend lower_bound upper_bound insert emplace insert_or_assign"
)
"""Names under which containers give iterators, which are used like pointers to what they hold."""
SAME_METHODS = _names(
    "filter sorted reversed iter iter_mut into_iter stream values slice concat reverse toList to_vec asSequence list "
    "skip limit distinct drain collect rev chain cloned copied peekable iterator listIterator subList Where OrderBy "
    "ToList ToArray AsEnumerable Skip Take Reverse Distinct Concat sort drop dropWhile takeWhile as_deref as_slice "
    "toArray descendingIterator then catch finally ok_or_else map_err or_else or"
)
"""Names under which generic types of any library give another that holds the same."""
NUMBERING_METHODS = frozenset({"enumerate", "enumerated", "withIndex"})
"""Names under which they give numbers beside what they hold."""
ENTRY_METHODS = frozenset({"entrySet", "entries"})
"""Names under which maps give their keys together with their values."""
KEY_METHODS = frozenset({"keySet", "getKey"})
"""Names under which maps give all their keys, and their entries one."""
CHANGING_METHODS = _names(
    "map flatMap mapToObj mapMulti mapNotNull mapIndexed reduce fold foldLeft foldRight zip zipWith groupBy groupingBy "
    "associate associateBy associateWith keys thenApply thenCompose thenCombine Select SelectMany GroupBy Zip "
    "Aggregate Join ToDictionary ToLookup Cast OfType Keys ContinueWith"
)
"""Names under which generic types of any library give what holds something else."""
FOLDING_METHODS = frozenset({"reduce", "reduceRight"})
"""Names of methods that call their argument with a result and an element."""
COMPARING_METHODS = frozenset({"sort", "toSorted"})
"""Names of methods that call their argument with two elements."""
ENDING_METHODS = frozenset({"catch", "finally"})
"""Names of methods that call their argument with nothing of what the object holds."""
CASTING_NAMES = _names(
    "int long short byte char float double bool boolean decimal string object sbyte uint ulong ushort str unsigned "
    "size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t"
)
"""Names of built-in types under which values are cast."""
MAKING_METHODS = frozenset({"valueOf", "Parse", "parse"})
"""Names of functions of types that make one of their values."""
PAIR = "pair"
"""The name of the type of what holds a `first` and a `second`."""
_PAIR_SIZE = 2
_PAIRS = frozenset({PAIR, "KeyValuePair"})
_PARTS = {"first": 0, "second": 1, "Key": 0, "Value": 1}
"""The members of a pair, by the place of what they are."""
_HELD = frozenset({"Value", "Result", "Current"})
"""The members of generic types of any library that are what those hold."""
_COLUMNS = {"Keys": 0, "Values": 1}
"""The members of a map that hold all its keys and values, by the place of what they hold."""


def external_member(meaning: Meaning, name: str) -> Meanings:
    """What a member of an external object may mean."""
    if len(meaning.arguments) == 1 and name in _HELD:
        return meaning.arguments[0]
    if len(meaning.arguments) == _PAIR_SIZE:
        if meaning.type_name in _PAIRS and name in _PARTS:
            return meaning.arguments[_PARTS[name]]
        if name in _COLUMNS:
            return _holding(meaning.arguments[_COLUMNS[name]])
    return (Meaning(Sort.EXTERNAL, arguments=meaning.arguments, name=name),)


def given_by_method(meaning: Meaning, language: Language | None) -> Meanings:
    """What an external function gives that is called in a file of a language."""
    if language is not None and language.held_methods:
        return _given_as_named(meaning, language)
    return _given_anywhere(meaning)


def _given_as_named(meaning: Meaning, language: Language) -> Meanings:
    """What an external method gives out of what its object holds, by the methods that the language names."""
    arguments, name = meaning.arguments, meaning.name
    if not arguments:
        return (EXTERNAL,)
    if name in language.held_methods:
        # Of a result the good one.
        return arguments[0] if name[:6] in ("unwrap", "expect") else arguments[-1]
    if name in language.optional_methods:
        return _holding(arguments[0] if name == "ok" else arguments[-1])
    if name in language.same_methods:
        return (meaning,)
    return _numbered(meaning) if name in NUMBERING_METHODS else _holding(UNKNOWN)


def _given_anywhere(meaning: Meaning) -> Meanings:
    """What an external method gives out of what its object holds, by the names that libraries of any language use."""
    arguments, name = meaning.arguments, meaning.name
    if arguments:
        if name in ITERATOR_METHODS:
            return pointed(meaning)
        if name in ELEMENT_METHODS:
            return arguments[-1]
        if name in SAME_METHODS:
            return (meaning,)
        if name in NUMBERING_METHODS:
            return _numbered(meaning)
        if name in ENTRY_METHODS:
            return _holding((meaning._replace(name="Entry"),))
        if name in KEY_METHODS:
            return _holding(arguments[0]) if name == "keySet" else arguments[0]
        if name in CHANGING_METHODS:
            return _holding(UNKNOWN)
    return _object(*arguments)


def _object(*arguments: Meanings) -> Meanings:
    """An external object that holds something."""
    return (Meaning(Sort.EXTERNAL, arguments=arguments),)


def _holding(held: Meanings) -> Meanings:
    return _object(held)


def _numbered(meaning: Meaning) -> Meanings:
    return _object((EXTERNAL,), meaning.arguments[-1])


def pointed(meaning: Meaning) -> Meanings:
    """What an iterator of an external container leads to: pairs where it holds keys and values."""
    arguments = meaning.arguments
    if len(arguments) == _PAIR_SIZE:
        return (Meaning(Sort.EXTERNAL, arguments=arguments, name=PAIR, type_name=PAIR),)
    return arguments[-1] if arguments else (EXTERNAL,)


def external_element(meaning: Meaning, place: str) -> Meanings:
    """What stands in an external object, or at a place ("" for any) among several values."""
    if place:
        return _held(meaning, int(place))
    arguments = meaning.arguments
    return arguments[0 if meaning.type_name == "Result" else -1] if arguments else (EXTERNAL,)


def _held(meaning: Meaning, place: int) -> Meanings:
    """What an external object gives at a place where it gives several: a tuple its parts, a map keys and values, a
    sequence indices and elements."""
    while (
        len(meaning.arguments) == 1 and len(only := meaning.arguments[0]) == 1 and only[0].type_name == TUPLE
    ):
        meaning = only[0]
    if meaning.type_name == SEQUENCE:
        return meaning.arguments[0] if place else (EXTERNAL,)
    if meaning.arguments:
        return meaning.arguments[place] if place < len(meaning.arguments) else UNKNOWN
    return (EXTERNAL,)


def given_to_callback(meaning: Meaning, parameter: int) -> Meanings:
    """What a function of an external object that holds others calls its argument with."""
    if not meaning.arguments or meaning.name in ENDING_METHODS:
        return (EXTERNAL,)
    if meaning.name in FOLDING_METHODS:
        return meaning.arguments[-1] if parameter else UNKNOWN
    if meaning.name == "then":
        return meaning.arguments[0]
    return meaning.arguments[-1] if not parameter or meaning.name in COMPARING_METHODS else (EXTERNAL,)


def awaited(meaning: Meaning) -> Meanings:
    """What an external object gives that is waited for, everything else itself."""
    if meaning.sort is Sort.EXTERNAL and meaning.arguments:
        return meaning.arguments[0] or UNKNOWN
    return (meaning,)
