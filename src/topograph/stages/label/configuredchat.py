"""The chat model of a run's configuration."""

from __future__ import annotations

import string
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.core.wording import counted
from topograph.stages.label.chatnames import NamingResult, TopicPrompt, name_by_llm, read_prompt
from topograph.stages.label.chatserver import Chat

if TYPE_CHECKING:
    from topograph.config import LabelSettings
    from topograph.language.words import Reader
    from topograph.rundir.stagefiles import StageFiles


class LlmNaming:
    """Asks for names, and records failures."""

    def __init__(self, model: str, chat: Chat, prompt: string.Template) -> None:
        self._model = model
        self._chat = chat
        self._prompt = prompt
        self._result = NamingResult()

    @classmethod
    def prepare(cls, files: StageFiles, settings: LabelSettings) -> LlmNaming | None:
        """The configured chat model; None if names are made of terms.

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
        self, subjects: list[TopicPrompt], reader: Reader, taken: Collection[str]
    ) -> list[str | None]:
        """Names of topics; None where no answer passed the check."""
        print(
            f"label: {self._model} names {counted(len(subjects), 'topic')}; terms and "
            f"representative documents are sent to {self._chat.display_url}, except for cached "
            "answers",
            flush=True,
        )
        self._result = name_by_llm(self._chat.ask, self._prompt, subjects, reader, taken)
        print(
            f"label: {counted(self._chat.asked, 'answer')} from the server, "
            f"{self._chat.known} from the cache"
        )
        return self._result.names

    def notes(self, keys: Sequence[str]) -> list[str]:
        """Failures, one line per reason, with the keys of their topics."""
        topics: dict[str, list[str]] = {}
        for topic, why in self._result.failures.items():
            topics.setdefault(why, []).append(keys[topic])
        return [
            f"named by terms instead of the chat model: {counted(len(own), 'topic')} "
            f"({', '.join(own)}): {why}"
            for why, own in topics.items()
        ]
