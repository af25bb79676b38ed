"""Surveys with several open questions: each answer as a document of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from topograph.rundir.contract import TAKEN_PREFIX

if TYPE_CHECKING:
    from topograph.stages.parse.reading import Candidate

#: Columns of an answer's own.
QUESTION, RESPONDENT = "question", "respondent"
#: A question's name is part of a document's identifier up to so many characters.
NAME_CHARACTERS = 40
_HASH_CHARACTERS = 8


def split_answers(
    base: Candidate, answers: Mapping[str, str], labels: Mapping[str, str]
) -> Iterator[Candidate]:
    """Candidates from a respondent's record, one per answer.

    Parameters
    ----------
    base : Candidate
        What all have in common.
    answers : mapping
        Names of the questions' fields to what stands there.
    labels : mapping
        Names of fields to whole questions, where the file has both.

    Yields
    ------
    Candidate
        Its identifier is the respondent's and the question's name, so that it stays the same
        whatever other questions are read. A record without any answer is yielded as it is.
    """
    filled = {name: text for name, text in answers.items() if text.strip()}
    if not filled:
        yield base
        return
    kept: dict[str, Any] = {
        f"{TAKEN_PREFIX}{name}" if name in (QUESTION, RESPONDENT) else name: value
        for name, value in base.metadata.items()
    }
    respondent = base.own_id or f"{base.source} {base.position + 1}"
    for name, text in filled.items():
        yield replace(
            base,
            text=text,
            # several answers of one record have titles of their own
            title=f"{base.title} ({question_key(name)})"
            if base.title and len(filled) > 1
            else base.title,
            own_id=f"{base.own_id}:{question_key(name)}" if base.own_id else "",
            metadata=kept | {QUESTION: labels.get(name, name), RESPONDENT: respondent},
            detail="",
        )


def question_key(name: str) -> str:
    """A question's name, as part of an identifier; a long one is cut and made unique by a hash.

    >>> question_key("Q2_why"), len(question_key("Why do you use the park? " * 9))
    ('Q2_why', 40)
    """
    if len(name) <= NAME_CHARACTERS:
        return name
    code = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:_HASH_CHARACTERS]
    return f"{name[: NAME_CHARACTERS - _HASH_CHARACTERS - 1]}-{code}"
