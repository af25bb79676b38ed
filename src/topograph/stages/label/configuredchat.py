"""The chat model of a run's configuration, as the stage asks it."""

from __future__ import annotations

import string
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.core.wording import counted
from topograph.stages.label.chatnames import LlmNames, Subject, name_by_llm, read_prompt
from topograph.stages.label.chatserver import Chat

if TYPE_CHECKING:
    from topograph.config import LabelSettings
    from topograph.language.words import Reader
    from topograph.rundir.stagefiles import StageFiles


class LlmNaming:
    """Asks for names, and remembers what failed."""

    def __init__(self, model: str, chat: Chat, prompt: string.Template) -> None:
        self._model = model
        self._chat = chat
        self._prompt = prompt
        self._result = LlmNames()

    @classmethod
    def prepare(cls, files: StageFiles, settings: LabelSettings) -> LlmNaming | None:
        """What the configuration asks for; None if names are made of terms.

        Raises
        ------
        TopographError
            If the prompt cannot be used.
        """
        if settings.llm is None:
            return None
        with files.reading([settings.llm_prompt]):
            prompt = read_prompt(Path(settings.llm_prompt))
        chat = Chat(settings.llm, settings.llm_server, Path(settings.llm_cache))
        return cls(settings.llm, chat, prompt)

    def name(
        self, subjects: list[Subject], reader: Reader, taken: Collection[str]
    ) -> list[str | None]:
        """Names of topics; None where the model has none that can be used."""
        print(
            f"label: {self._model} names {counted(len(subjects), 'topic')}; terms and "
            f"representative documents go to {self._chat.shown}, unless the answer is known",
            flush=True,
        )
        self._result = name_by_llm(self._chat.ask, self._prompt, subjects, reader, taken)
        print(
            f"label: {counted(self._chat.asked, 'answer')} from the server, "
            f"{self._chat.known} known from before"
        )
        return self._result.names

    def notes(self, keys: Sequence[str]) -> list[str]:
        """What failed, a line a reason, with the keys of the topics concerned."""
        topics: dict[str, list[str]] = {}
        for topic, why in self._result.failures.items():
            topics.setdefault(why, []).append(keys[topic])
        return [
            f"named by terms and not by the chat model: {counted(len(own), 'topic')} "
            f"({', '.join(own)}): {why}"
            for why, own in topics.items()
        ]
