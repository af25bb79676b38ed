"""A chat model on a server that speaks the OpenAI protocol, with a memory of its answers.

Protocol: POST {server}/chat/completions with `model`, `messages` and `response_format`; the
answer's text stands in `choices[0].message.content`
(https://platform.openai.com/docs/api-reference/chat). Ollama, llama.cpp, vLLM and the vendor speak
it.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from topograph.artifacts import canonical_json
from topograph.encoders.server import PASSING, reason, request_to
from topograph.stagefiles import written_whole

Message = dict[str, str]

#: Tries of a request, seconds before the second one (doubled each time), and those waited for an
#: answer: a small model on a processor takes its time.
TRIES, FIRST_WAIT, TIMEOUT = 3, 1.0, 300.0
#: The form of an answer, for servers that can hold the model to it.
FORM = {
    "type": "json_schema",
    "json_schema": {
        "name": "topic",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"name": {"type": "string"}},
            "required": ["name"],
            "additionalProperties": False,
        },
    },
}


class ChatUnavailable(Exception):
    """The server cannot be had, or refuses what is asked; more questions are of no use."""


class Chat:
    """Asks a chat model; what was asked once is answered from the memory.

    Parameters
    ----------
    model : str
        The model's name on the server.
    server : str
        Address up to the version: `http://localhost:11434/v1`. Not part of a question's identity.
    memory : Path
        Folder of the answers, a file each.

    Attributes
    ----------
    asked : int
        Questions that went to the server.
    """

    def __init__(self, model: str, server: str, memory: Path) -> None:
        self.asked = 0
        self._model = model
        self._url = server.rstrip("/") + "/chat/completions"
        self._memory = memory
        self._formed = True

    def ask(self, messages: list[Message]) -> str:
        """The model's answer to a conversation.

        Raises
        ------
        ChatUnavailable
            If the memory has no answer and the server gives none.
        """
        question = {"model": self._model, "messages": messages}
        digest = hashlib.sha256(canonical_json(question).encode("utf-8", "surrogatepass"))
        path = self._memory / f"{digest.hexdigest()}.json"
        try:
            known: str = json.loads(path.read_text(encoding="utf-8"))["answer"]
            return known
        except (OSError, ValueError, KeyError, TypeError):
            pass  # not asked yet, or a file cut short: it is asked again
        answer = self._post(question)
        self.asked += 1
        content = json.dumps(question | {"answer": answer}, ensure_ascii=False, indent=1)
        with written_whole(path) as temporary:
            temporary.write_text(content + "\n", encoding="utf-8", newline="\n")
        return answer

    def _post(self, question: dict[str, Any]) -> str:
        body = question | {"temperature": 0, "seed": 0, "stream": False}
        if self._formed:
            try:
                return self._answer(body | {"response_format": FORM})
            except _FormRefused:
                self._formed = False  # the answer is checked anyway
        return self._answer(body)

    def _answer(self, body: dict[str, Any]) -> str:
        request = request_to(self._url, body)
        problem = ""
        for number in range(TRIES):
            if number:
                time.sleep(FIRST_WAIT * 2 ** (number - 1))
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                    content: bytes = answer.read()
                return self._text(content)
            except urllib.error.HTTPError as error:
                detail = error.read(500).decode("utf-8", "replace").strip()
                problem = f"{error.code} {detail or error.reason}"
                if error.code in (400, 422) and "response_format" in body:
                    raise _FormRefused from error
                if error.code not in PASSING:
                    break
            except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
                problem = reason(error)
        raise ChatUnavailable(f"{self._url}: {problem}")

    def _text(self, content: bytes) -> str:
        try:
            text = json.loads(content)["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise ChatUnavailable(f"{self._url} does not speak the OpenAI chat protocol") from error
        return text if isinstance(text, str) else ""


class _FormRefused(Exception):
    """The server does not know how to hold a model to a form."""
