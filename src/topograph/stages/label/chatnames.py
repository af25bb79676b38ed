"""Names of topics by a chat model: short, checked, distinct, the same at every re-run."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.errors import TopographError
from topograph.language.characters import clean_line
from topograph.stages.label.chatserver import (
    ChatUnavailable,
    Message,
    Problem,
    Unreadable,
    objected,
)
from topograph.stages.label.terms import repeats

if TYPE_CHECKING:
    from topograph.language.words import Reader

#: What a prompt may hold, and what it must hold.
FIELDS = ("terms", "documents", "neighbours")
#: Words of each representative document that are shown.
SHOWN_WORDS = 80
#: Words and characters of a name at most.
MOST_WORDS, MOST_CHARACTERS = 8, 80
#: What to do where the server cannot be had.
ASK_AGAIN = "to ask again, see to label.llm_server, delete the run's label/ and call snakemake"
#: Hyphens in a name without spaces at most.
MOST_HYPHENS = 2
#: Names asked for until one can be used.
NAMES = 3
#: Characters of an answer, and places in it where an object may begin, that are looked at.
MOST_ANSWER, MOST_OBJECTS = 100_000, 200
#: The beginning and the end of what a model thinks before it answers.
_THOUGHT = "think|thinking|thought|reasoning|reflection"
_THOUGHT_BEGINS = re.compile(rf"<(?:{_THOUGHT})>", re.IGNORECASE)
_THOUGHT_ENDS = re.compile(rf"</(?:{_THOUGHT})>", re.IGNORECASE)
#: The answer to a conversation that can be read; raises `ChatUnavailable` or `Unreadable`.
Ask = Callable[[list[Message], Problem], str]


@dataclass(frozen=True)
class Subject:
    """A topic as it is shown to the model."""

    terms: Sequence[str]
    documents: Sequence[str]
    neighbours: Sequence[str]


@dataclass
class LlmNames:
    """What came of it.

    Attributes
    ----------
    names : list of str or None
        A name each topic; None where there is none that can be used.
    failures : dict of int to str
        Why, by topic.
    """

    names: list[str | None] = field(default_factory=list)
    failures: dict[int, str] = field(default_factory=dict)


def read_prompt(path: Path) -> string.Template:
    """Read a prompt: a text in which `$terms`, `$documents` and `$neighbours` are filled in.

    Raises
    ------
    TopographError
        If it cannot be read, lacks `$terms` and `$documents`, or holds another `$NAME`.
    """
    try:
        prompt = string.Template(path.read_text(encoding="utf-8"))
        fields = set(prompt.get_identifiers())
        valid = prompt.is_valid()
    except (OSError, UnicodeDecodeError) as error:
        raise TopographError(
            f"The prompt {path} cannot be read.", f"{error}.", "check label.llm_prompt."
        ) from error
    if not valid or fields - set(FIELDS) or not {"terms", "documents"} <= fields:
        raise TopographError(
            f"The prompt {path} cannot be used.",
            "it must hold $terms and $documents, may hold $neighbours, and no other $; it holds "
            f"{', '.join(f'${name}' for name in sorted(fields)) or 'none'}.",
            "write $$ for a dollar sign; compare with config/prompts/topic_name.txt.",
        )
    return prompt


def name_by_llm(
    ask: Ask,
    prompt: string.Template,
    subjects: Sequence[Subject],
    reader: Reader,
    taken: Collection[str] = (),
) -> LlmNames:
    """Have topics named.

    Parameters
    ----------
    ask : callable
        The answer to a conversation, as `topograph.stages.label.chatserver.Chat.ask` gives it.
    prompt : string.Template
    subjects : sequence of Subject
        The topics, in their order; an earlier one has its name first.
    reader : Reader
        Tells the words of names, terms and documents.
    taken : collection of str
        Names that must not be used.
    """
    result = LlmNames()
    used = {name.casefold() for name in taken}
    for topic, subject in enumerate(subjects):
        name = None
        if not subject.terms:
            result.failures[topic] = "it has no terms to be named by"
        else:
            try:
                name, why = _name(ask, _filled(prompt, subject), _Check(subject, reader, used))
                if name is None:
                    result.failures[topic] = why
            except ChatUnavailable as error:
                result.failures[topic] = f"{error}; {ASK_AGAIN}"
        result.names.append(name)
        if name is not None:
            used.add(name.casefold())
    return result


def _filled(prompt: string.Template, subject: Subject) -> str:
    def listed(items: Sequence[str]) -> str:
        return "\n".join(f"- {item}" for item in items) or "- none"

    documents = [_shown(text) for text in subject.documents]
    return prompt.substitute(
        terms=", ".join(subject.terms),
        documents=listed(documents),
        neighbours=listed(subject.neighbours),
    )


def _shown(document: str) -> str:
    return " ".join(document.split()[:SHOWN_WORDS])


class _Check:
    """Whether a name can be given to a topic."""

    def __init__(self, subject: Subject, reader: Reader, used: Collection[str]) -> None:
        self._used = used
        self._reader = reader
        self._known = self._stems(*subject.terms, *map(_shown, subject.documents))

    def __call__(self, name: str) -> str:
        """What is wrong with a name; empty if nothing is."""
        if name.casefold() in self._used:
            return f'another topic is called "{name}" already'
        if not repeats(self._stems(name), self._known):
            return f'no telling word of "{name}" stands in the topic\'s terms or documents'
        return ""

    def _stems(self, *texts: str) -> set[str]:
        words = [word for text in texts for own in self._reader.clauses(text) for word in own]
        return {
            stem
            for word in words
            if self._reader.is_content(word)
            for stem in self._reader.stem(self._reader.root(word))
        }


def _name(ask: Ask, question: str, check: Callable[[str], str]) -> tuple[str | None, str]:
    """A name that can be used, or why there is none; the model is told what was wrong."""
    messages = [{"role": "user", "content": question}]
    answer = why = ""
    for _ in range(NAMES):
        try:
            before, answer = answer, ask(messages, lambda text: read_answer(text)[1])
        except Unreadable as error:
            return None, str(error)
        if answer == before:
            break  # it does not listen
        name, _ = read_answer(answer)
        why = check(str(name))
        if not why:
            return name, ""
        messages = objected(messages, answer, why)
    return None, why


def read_answer(answer: str) -> tuple[str | None, str]:
    """The name in an answer, or why there is none.

    >>> read_answer('{"name": "Graph learning"}'), read_answer("Graph learning")
    (('Graph learning', ''), (None, 'it is no JSON object with the key "name"'))
    >>> read_answer('<think>{"name": "A"}? No.</think> {"name": "Graph learning"}')
    ('Graph learning', '')
    """
    if len(answer) > MOST_ANSWER:
        return None, f"it is longer than {MOST_ANSWER:,} characters"
    name = _named(_without_thoughts(answer))
    if name is None:
        return None, 'it is no JSON object with the key "name"'
    name = clean_line(name)
    if " " not in name and len(re.findall("[-_]", name)) > MOST_HYPHENS:
        name = re.sub("[-_]", " ", name)  # as small models write file names
    name = " ".join(name.split()).strip(" \"'“”«».")
    if not any(map(str.isalpha, name)):
        return None, "the name has no letters"
    if len(name.split()) > MOST_WORDS or len(name) > MOST_CHARACTERS:
        return None, f"the name is longer than {MOST_WORDS} words or {MOST_CHARACTERS} letters"
    return name, ""


def _without_thoughts(answer: str) -> str:
    """An answer without what the model thinks before; nothing if it did not come to an end."""
    behind = _THOUGHT_ENDS.split(answer)[-1]
    return _THOUGHT_BEGINS.split(behind)[0]


def _named(text: str) -> str | None:
    """The `name` of the last JSON object in a text that has one."""
    decoder = json.JSONDecoder()
    name: str | None = None
    place = text.find("{")
    for _ in range(MOST_OBJECTS):
        if place < 0:
            break
        try:
            found, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):  # no object, or one in one in one
            end = place + 1
        else:
            name = found["name"] if isinstance(found.get("name"), str) else name
        place = text.find("{", end)
    return name
