"""The curation of a run: read and check `config/runs/NAME.curation.yaml`.

Each entry gives the changes to a topic. It identifies the topic by its content when the file was
written: size, terms, label and a sample of its members. All values are read as text first, so that
an identifier like `007` or a name like `no` is not converted.
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
from topograph.language.characters import clean_line

#: The name of noise in `from` and `to`.
NOISE_NAME = "noise"
SUFFIX = f"{CURATION}.yaml"

Text = Annotated[str, Field(min_length=1)]
#: A text on one line.
Line = Annotated[
    str, BeforeValidator(lambda text: clean_line(text) if isinstance(text, str) else text)
]
Name = Annotated[Line, Field(min_length=1)]
#: A text on several lines.
Lines = Annotated[str, BeforeValidator(lambda text: _clean_lines(text)), Field(min_length=1)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class TopicEntry(_Entry):
    """The changes to one topic.

    `key`, `label`, `size`, `terms` and `members` identify the topic; the other keys are actions.
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
        """The fingerprint of the topic when the file was written."""
        members = frozenset(self.members.split())
        return Fingerprint(max(self.size, len(members)), members, tuple(self.terms), self.label)

    @property
    def has_action(self) -> bool:
        """Whether the entry has an action."""
        return any((self.rename, self.merge_into, self.split, self.drop, self.note))

    @property
    def changes_members(self) -> bool:
        """Whether an action changes which documents are in the topic."""
        return bool(self.merge_into or self.split or self.drop)


class DocumentEntry(_Entry):
    """The new topic of a document: `move` if it is still in the topic `from`, `pin` in any case."""

    move: Text | None = None
    pin: Text | None = None
    from_: Text | None = Field(None, alias="from")
    to: Text
    note: Lines | None = None

    @property
    def doc_id(self) -> str:
        """The document's identifier."""
        return self.move or self.pin or ""


class Curation(_Entry):
    """All entries of a file."""

    topics: list[TopicEntry] = []
    documents: list[DocumentEntry] = []

    @property
    def by_key(self) -> dict[str, TopicEntry]:
        """The entries of topics, by key."""
        return {entry.key: entry for entry in self.topics}

    @property
    def referenced(self) -> set[str]:
        """Keys of topics that an action changes or moves documents to."""
        keys = {entry.key for entry in self.topics if entry.has_action}
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
    """The path of a run's curation."""
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
        raise _curation_error(
            path, [f"{path}: is nested too deeply, or contains itself"]
        ) from error
    except UnicodeDecodeError as error:
        raise _curation_error(path, [f"{path}: is not UTF-8 text ({error.reason})"]) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or error
        raise _curation_error(path, [f"{place}: is not valid YAML: {problem}"]) from error
    try:
        curation = Curation.model_validate(_without_empty(content))
    except ValidationError as error:
        for one in error.errors():
            where = tuple(one["loc"])
            key = f"{'.'.join(map(str, where))}: " if where else ""
            problems.append(f"{path}:{_line(lines, where)}: {key}{_mistake_text(dict(one))}")
        raise _curation_error(path, problems) from error
    problems += [f"{path}:{_line(lines, place)}: {text}" for place, text in _conflicts(curation)]
    if problems:
        raise _curation_error(path, problems)
    return curation


def _clean_lines(text: Any) -> Any:
    return "\n".join(map(clean_line, text.splitlines())).strip() if isinstance(text, str) else text


def _mistake_text(mistake: dict[str, Any]) -> str:
    """A validation error of pydantic in the terms of the file."""
    if mistake["type"] == "extra_forbidden":
        return f"unknown key{nearest(str(mistake['loc'][-1]), _KEYS)}"
    if mistake["type"] == "model_type":
        places = "`topics:` and `documents:`" if not mistake["loc"] else "keys with values"
        return f"must contain {places}"
    if mistake["type"].endswith("too_short"):
        return "must not be empty"
    message: str = mistake["msg"].replace("Input should", "must")
    return message.replace("Field required", "is missing")


def _without_empty(content: Any) -> Any:
    """Remove keys without a value, like `documents:` with all entries commented out."""
    if isinstance(content, dict):
        kept = {key: _without_empty(value) for key, value in content.items()}
        return {key: value for key, value in kept.items() if value not in ("", None)}
    if isinstance(content, list):
        return [_without_empty(value) for value in content]
    return content


def _lines(
    node: yaml.Node, path: Path, place: tuple[Any, ...] = ()
) -> tuple[dict[tuple[Any, ...], int], list[str]]:
    """The line of every key and list entry, and problems with keys that appear twice."""
    lines = {place: node.start_mark.line + 1}
    problems: list[str] = []
    below: list[tuple[Any, yaml.Node]] = []
    if isinstance(node, yaml.MappingNode):
        below = [(str(key.value), value) for key, value in node.value]
        twice = [key for key, count in Counter(key for key, _ in below).items() if count > 1]
        problems = [f"{path}:{lines[place]}: {key}: appears twice; keep one" for key in twice]
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
    """Contradictions within and between entries: (place, problem)."""
    keys = Counter(entry.key for entry in curation.topics)
    by_key = curation.by_key
    for i, entry in enumerate(curation.topics):
        place = ("topics", i)
        if entry.key == NOISE_NAME:
            yield place, f"{NOISE_NAME} cannot be the key of a topic"
        if keys[entry.key] > 1:
            yield place, f"key {entry.key} appears twice; keep one entry"
        actions = [
            name for name in ("drop", "merge_into", "split", "rename") if getattr(entry, name)
        ]
        if len(actions) > 1:
            yield place, f"{entry.key}: {' and '.join(actions)} cannot be combined; keep one"
        if entry.has_action and not (entry.members or entry.terms):
            yield (
                place,
                f"{entry.key}: needs members or terms, which identify the topic in a re-run",
            )
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
            yield place, f"document {document.doc_id} appears twice; keep one"
        if document.move is not None and document.from_ is None:
            yield place, "move needs `from:` with the topic's key or noise; pin does not"
        if document.pin is not None and document.from_ is not None:
            yield place, "pin takes no `from:`; remove it, or use move"
        if document.from_ is not None and document.from_ not in {*by_key, NOISE_NAME}:
            yield place, f"from: this file has no topic {document.from_}"
        if document.to != NOISE_NAME:
            yield from _wrong_target(place, document.to, by_key)


def _wrong_target(
    place: tuple[Any, ...], key: str, by_key: dict[str, TopicEntry]
) -> Iterator[tuple[tuple[Any, ...], str]]:
    if key == NOISE_NAME:
        yield place, f"{NOISE_NAME} is not a topic; to make documents noise, use `drop: true`"
    elif key not in by_key:
        yield place, f"this file has no topic {key}"
    elif by_key[key].drop or by_key[key].split:
        yield place, f"topic {key} is itself dropped or split"


def _merges_into_itself(entry: TopicEntry, by_key: dict[str, TopicEntry]) -> bool:
    seen = {entry.key}
    while entry.merge_into in by_key:
        entry = by_key[entry.merge_into]
        if entry.key in seen:
            return True
        seen.add(entry.key)
    return False


def _curation_error(path: Path, problems: list[str]) -> TopographError:
    count = "one mistake" if len(problems) == 1 else f"{len(problems)} mistakes"
    return TopographError(
        f"The curation {path.name} has {count}.",
        "\n       ".join(problems),
        "correct the lines listed above. To start again, move the file away and run "
        "`topograph curate results/NAME --write`.",
    )
