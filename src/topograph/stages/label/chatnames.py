"""Names of topics by a chat model: short, checked, unique, and the same in every re-run."""

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
    with_objection,
)
from topograph.stages.label.terms import shares_stem

if TYPE_CHECKING:
    from topograph.language.words import Reader

#: Placeholders of a prompt.
FIELDS = ("terms", "documents", "neighbours")
#: Words of each representative document in the prompt.
SHOWN_WORDS = 80
#: Most words and characters of a name.
MOST_WORDS, MOST_CHARACTERS = 8, 80
#: Remedy if the server does not answer.
ASK_AGAIN = "to try again, check label.llm_server, delete the run's label/ and run snakemake"
#: Most hyphens in a name without spaces.
MOST_HYPHENS = 2
#: Most names to ask for until one passes the check.
NAMES = 3
#: Longest answer in characters, and most `{` in it at which an object is tried.
MOST_ANSWER, MOST_OBJECTS = 100_000, 200
#: Tags around a model's reasoning before its answer.
_THOUGHT = "think|thinking|thought|reasoning|reflection"
_THOUGHT_BEGINS = re.compile(rf"<(?:{_THOUGHT})>", re.IGNORECASE)
_THOUGHT_ENDS = re.compile(rf"</(?:{_THOUGHT})>", re.IGNORECASE)
#: Returns a readable answer to a conversation; raises `ChatUnavailable` or `Unreadable`.
Ask = Callable[[list[Message], Problem], str]


@dataclass(frozen=True)
class TopicPrompt:
    """The content of a topic's prompt."""

    terms: Sequence[str]
    documents: Sequence[str]
    neighbours: Sequence[str]


@dataclass
class NamingResult:
    """The names that a model gave.

    Attributes
    ----------
    names : list of str or None
        One name per topic; None if no answer passed the check.
    failures : dict of int to str
        The reason, by topic.
    """

    names: list[str | None] = field(default_factory=list)
    failures: dict[int, str] = field(default_factory=dict)


def read_prompt(path: Path) -> string.Template:
    """Read a prompt: a text with the placeholders `$terms`, `$documents` and `$neighbours`.

    Raises
    ------
    TopographError
        If it cannot be read, lacks `$terms` or `$documents`, or contains another `$NAME`.
    """
    try:
        prompt = string.Template(path.read_text(encoding="utf-8"))
        fields = set(prompt.get_identifiers())
        valid = prompt.is_valid()
    except (OSError, UnicodeDecodeError) as error:
        raise TopographError(
            f"The prompt {path} cannot be read.",
            f"{error}.",
            "set label.llm_prompt to a text file, or leave it out to use the default prompt.",
        ) from error
    if not valid or fields - set(FIELDS) or not {"terms", "documents"} <= fields:
        raise TopographError(
            f"The prompt {path} cannot be used.",
            "it must contain $terms and $documents, may contain $neighbours, and no other $; it "
            f"contains {', '.join(f'${name}' for name in sorted(fields)) or 'none'}.",
            "correct the placeholders, and write $$ for a dollar sign; config/prompts/"
            "topic_name.txt is an example.",
        )
    return prompt


def name_by_llm(
    ask: Ask,
    prompt: string.Template,
    subjects: Sequence[TopicPrompt],
    reader: Reader,
    taken: Collection[str] = (),
) -> NamingResult:
    """Name topics by a chat model.

    Parameters
    ----------
    ask : callable
        Returns the answer to a conversation; see `topograph.stages.label.chatserver.Chat.ask`.
    prompt : string.Template
    subjects : sequence of Subject
        The topics, in order; earlier topics get their names first.
    reader : Reader
        Tokenises names, terms and documents.
    taken : collection of str
        Names that must not be used.
    """
    result = NamingResult()
    used = {name.casefold() for name in taken}
    for topic, subject in enumerate(subjects):
        name = None
        if not subject.terms:
            result.failures[topic] = "the topic has no terms"
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


def _filled(prompt: string.Template, subject: TopicPrompt) -> str:
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
    """Checks a name for a topic."""

    def __init__(self, subject: TopicPrompt, reader: Reader, used: Collection[str]) -> None:
        self._used = used
        self._reader = reader
        self._known = self._stems(*subject.terms, *map(_shown, subject.documents))

    def __call__(self, name: str) -> str:
        """The problem with a name; "" if there is none."""
        if name.casefold() in self._used:
            return f'another topic is already called "{name}"'
        if not shares_stem(self._stems(name), self._known):
            return f'no content word of "{name}" is in the topic\'s terms or documents'
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
    """A name that passes the check, or the reason why there is none. Tells the model problems."""
    messages = [{"role": "user", "content": question}]
    answer = why = ""
    for _ in range(NAMES):
        try:
            before, answer = answer, ask(messages, lambda text: read_answer(text)[1])
        except Unreadable as error:
            return None, str(error)
        if answer == before:
            break  # the model repeats itself
        name, _ = read_answer(answer)
        why = check(str(name))
        if not why:
            return name, ""
        messages = with_objection(messages, answer, why)
    return None, why


def read_answer(answer: str) -> tuple[str | None, str]:
    """The name in an answer, or the reason why there is none.

    >>> read_answer('{"name": "Graph learning"}'), read_answer("Graph learning")
    (('Graph learning', ''), (None, 'it is not a JSON object with the key "name"'))
    >>> read_answer('<think>{"name": "A"}? No.</think> {"name": "Graph learning"}')
    ('Graph learning', '')
    """
    if len(answer) > MOST_ANSWER:
        return None, f"it is longer than {MOST_ANSWER:,} characters"
    name = _named(_without_thoughts(answer))
    if name is None:
        return None, 'it is not a JSON object with the key "name"'
    name = clean_line(name)
    if " " not in name and len(re.findall("[-_]", name)) > MOST_HYPHENS:
        name = re.sub("[-_]", " ", name)  # small models write names like file names
    name = " ".join(name.split()).strip(" \"'“”«».")
    if not any(map(str.isalpha, name)):
        return None, "the name has no letters"
    if len(name.split()) > MOST_WORDS or len(name) > MOST_CHARACTERS:
        return None, f"the name is longer than {MOST_WORDS} words or {MOST_CHARACTERS} letters"
    return name, ""


def _without_thoughts(answer: str) -> str:
    """An answer without the model's reasoning; "" if the reasoning has no end."""
    behind = _THOUGHT_ENDS.split(answer)[-1]
    return _THOUGHT_BEGINS.split(behind)[0]


def _named(text: str) -> str | None:
    """The `name` of the last JSON object with a name in a text."""
    decoder = json.JSONDecoder()
    name: str | None = None
    place = text.find("{")
    for _ in range(MOST_OBJECTS):
        if place < 0:
            break
        try:
            found, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):  # no object, or nested too deeply
            end = place + 1
        else:
            name = found["name"] if isinstance(found.get("name"), str) else name
        place = text.find("{", end)
    return name
