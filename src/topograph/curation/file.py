"""The curation of a run: `config/runs/NAME.curation.yaml`, read and checked, and written.

An entry says what becomes of a topic. It names the topic by what it held when the file was
written: size, terms, label and a sample of its members. All values are read as text first, so that
an identifier like `007` or a name like `no` stays what it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from topograph.config.loading import CURATION, RUNS
from topograph.config.mistakes import nearest
from topograph.curation.identity import Fingerprint
from topograph.errors import TopographError
from topograph.language.characters import tidy

#: Where documents of no topic are, in `from` and `to`.
NOISE_NAME = "noise"
SUFFIX = f"{CURATION}.yaml"

Text = Annotated[str, Field(min_length=1)]
#: A text of one line, for people.
Line = Annotated[str, BeforeValidator(lambda text: tidy(text) if isinstance(text, str) else text)]
Name = Annotated[Line, Field(min_length=1)]
#: The same of several lines.
Lines = Annotated[str, BeforeValidator(lambda text: _tidy_lines(text)), Field(min_length=1)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class TopicEntry(_Entry):
    """What becomes of one topic.

    `key`, `label`, `size`, `terms` and `members` say which topic it is; the others what to do.
    """

    key: Text
    label: Line = ""
    size: int = Field(0, ge=0)
    terms: list[str] = []
    members: str = ""
    rename: Name | None = None
    merge_into: Text | None = None
    split: Annotated[int, Field(ge=2, le=50)] | None = None
    drop: bool = False
    note: Lines | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """What the topic held."""
        members = frozenset(self.members.split())
        return Fingerprint(max(self.size, len(members)), members, tuple(self.terms), self.label)

    @property
    def acts(self) -> bool:
        """Whether the entry does anything."""
        return any((self.rename, self.merge_into, self.split, self.drop, self.note))

    @property
    def restructures(self) -> bool:
        """Whether the topic does not stay what it is."""
        return bool(self.merge_into or self.split or self.drop)


class DocumentEntry(_Entry):
    """Where one document goes: moved if it is where it was, pinned wherever it is."""

    move: Text | None = None
    pin: Text | None = None
    from_: Text | None = Field(None, alias="from")
    to: Text
    note: Lines | None = None

    @property
    def doc_id(self) -> str:
        """The document."""
        return self.move or self.pin or ""


class Curation(_Entry):
    """All entries of a file."""

    topics: list[TopicEntry] = []
    documents: list[DocumentEntry] = []

    @property
    def by_key(self) -> dict[str, TopicEntry]:
        """The entries of the topics by their keys."""
        return {entry.key: entry for entry in self.topics}

    @property
    def referenced(self) -> set[str]:
        """Keys of topics that something is done with, or put into."""
        keys = {entry.key for entry in self.topics if entry.acts}
        keys |= {entry.merge_into for entry in self.topics if entry.merge_into}
        keys |= {key for own in self.documents for key in (own.from_, own.to) if key}
        return keys - {NOISE_NAME}


#: All keys of the file.
_KEYS = sorted(
    {
        info.alias or name
        for model in (Curation, TopicEntry, DocumentEntry)
        for name, info in model.model_fields.items()
    }
)


def curation_path(run: str, root: Path = Path()) -> Path:
    """Where the curation of a run is looked for."""
    return root / RUNS / f"{run}{SUFFIX}"


def read_curation(path: Path) -> Curation:
    """Read and check a curation.

    Raises
    ------
    TopographError
        With all mistakes, each with its line.
    """
    try:
        loader = yaml.BaseLoader(path.read_text(encoding="utf-8"))
        node = loader.get_single_node()
        if node is None:
            return Curation()
        lines, problems = _lines(node, path)
        content = loader.construct_document(node)
    except RecursionError as error:
        raise _mistaken(path, [f"{path}: is nested too deeply, or in itself"]) from error
    except UnicodeDecodeError as error:
        raise _mistaken(path, [f"{path}: is not UTF-8 text ({error.reason})"]) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or error
        raise _mistaken(path, [f"{place}: is not valid YAML: {problem}"]) from error
    try:
        curation = Curation.model_validate(_without_empty(content))
    except ValidationError as error:
        for one in error.errors():
            where = tuple(one["loc"])
            key = f"{'.'.join(map(str, where))}: " if where else ""
            problems.append(f"{path}:{_line(lines, where)}: {key}{_what_is_wrong(dict(one))}")
        raise _mistaken(path, problems) from error
    problems += [f"{path}:{_line(lines, place)}: {text}" for place, text in _conflicts(curation)]
    if problems:
        raise _mistaken(path, problems)
    return curation


def _tidy_lines(text: Any) -> Any:
    return "\n".join(map(tidy, text.splitlines())).strip() if isinstance(text, str) else text


def _what_is_wrong(mistake: dict[str, Any]) -> str:
    """A mistake that pydantic found, in words of the file."""
    if mistake["type"] == "extra_forbidden":
        return f"unknown key{nearest(str(mistake['loc'][-1]), _KEYS)}"
    if mistake["type"] == "model_type":
        places = "`topics:` and `documents:`" if not mistake["loc"] else "keys with values"
        return f"must hold {places}"
    if mistake["type"].endswith("too_short"):
        return "must not be empty"
    told: str = mistake["msg"].replace("Input should", "must")
    return told.replace("Field required", "is missing")


def _without_empty(content: Any) -> Any:
    """Leave out keys without a value, like `documents:` with all its lines commented out."""
    if isinstance(content, dict):
        kept = {key: _without_empty(value) for key, value in content.items()}
        return {key: value for key, value in kept.items() if value not in ("", None)}
    if isinstance(content, list):
        return [_without_empty(value) for value in content]
    return content


def _lines(
    node: yaml.Node, path: Path, place: tuple[Any, ...] = ()
) -> tuple[dict[tuple[Any, ...], int], list[str]]:
    """The line of every key and list entry, and keys that stand twice."""
    lines = {place: node.start_mark.line + 1}
    problems: list[str] = []
    below: list[tuple[Any, yaml.Node]] = []
    if isinstance(node, yaml.MappingNode):
        below = [(str(key.value), value) for key, value in node.value]
        twice = [key for key, count in Counter(key for key, _ in below).items() if count > 1]
        problems = [f"{path}:{lines[place]}: {key}: stands twice; keep one" for key in twice]
    elif isinstance(node, yaml.SequenceNode):
        below = list(enumerate(node.value))
    for key, value in below:
        found, more = _lines(value, path, (*place, key))
        lines |= found
        problems += more
    return lines, problems


def _line(lines: dict[tuple[Any, ...], int], place: tuple[Any, ...]) -> int:
    while place not in lines:
        place = place[:-1]
    return lines[place]


def _conflicts(curation: Curation) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Entries that contradict themselves or each other: (place, what is wrong)."""
    keys = Counter(entry.key for entry in curation.topics)
    by_key = curation.by_key
    for i, entry in enumerate(curation.topics):
        place = ("topics", i)
        if entry.key == NOISE_NAME:
            yield place, f"{NOISE_NAME} is no topic's key"
        if keys[entry.key] > 1:
            yield place, f"key {entry.key} stands twice; keep one entry"
        actions = [
            name for name in ("drop", "merge_into", "split", "rename") if getattr(entry, name)
        ]
        if len(actions) > 1:
            yield place, f"{entry.key}: {' and '.join(actions)} exclude each other; keep one"
        if entry.acts and not (entry.members or entry.terms):
            yield place, f"{entry.key}: has neither members nor terms, by which it is found again"
        if entry.merge_into is not None:
            yield from _wrong_target(place, entry.merge_into, by_key)
            if _merges_into_itself(entry, by_key):
                yield place, f"{entry.key}: merge_into leads back to itself"
    twice = Counter(entry.doc_id for entry in curation.documents)
    for i, document in enumerate(curation.documents):
        place = ("documents", i)
        if (document.move is None) == (document.pin is None):
            yield place, "give either move or pin, with a document's doc_id"
        elif twice[document.doc_id] > 1:
            yield place, f"document {document.doc_id} stands twice; keep one"
        if document.move is not None and document.from_ is None:
            yield place, "move needs from: the topic's key, or noise; pin does without"
        if document.pin is not None and document.from_ is not None:
            yield place, "pin takes no from; move does"
        if document.from_ is not None and document.from_ not in {*by_key, NOISE_NAME}:
            yield place, f"from: there is no topic {document.from_} in this file"
        if document.to != NOISE_NAME:
            yield from _wrong_target(place, document.to, by_key)


def _wrong_target(
    place: tuple[Any, ...], key: str, by_key: dict[str, TopicEntry]
) -> Iterator[tuple[tuple[Any, ...], str]]:
    if key == NOISE_NAME:
        yield place, f"{NOISE_NAME} is no topic; drop: true makes documents noise"
    elif key not in by_key:
        yield place, f"there is no topic {key} in this file"
    elif by_key[key].drop or by_key[key].split:
        yield place, f"{key} is dropped or split itself"


def _merges_into_itself(entry: TopicEntry, by_key: dict[str, TopicEntry]) -> bool:
    seen = {entry.key}
    while entry.merge_into in by_key:
        entry = by_key[entry.merge_into]
        if entry.key in seen:
            return True
        seen.add(entry.key)
    return False


def _mistaken(path: Path, problems: list[str]) -> TopographError:
    count = "one mistake" if len(problems) == 1 else f"{len(problems)} mistakes"
    return TopographError(
        f"The curation {path.name} has {count}.",
        "\n       ".join(problems),
        "correct the lines named; `topograph curate` prints a file to begin with.",
    )
