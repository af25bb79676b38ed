"""A chat model on a server that speaks the OpenAI protocol, with a memory of its answers.

Protocol: POST {server}/chat/completions with `model`, `messages` and `response_format`; the
answer's text stands in `choices[0].message.content`
(https://platform.openai.com/docs/api-reference/chat). Ollama, llama.cpp, vLLM and the vendor speak
it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from topograph.artifacts import canonical_json
from topograph.servers import Patience, Refused, Unreachable, post
from topograph.wholefiles import written_whole

Message = dict[str, str]

#: A small model on a processor takes its time.
PATIENCE = Patience(tries=3, timeout=300.0)
_SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}},
    "required": ["name"],
    "additionalProperties": False,
}
#: The form of an answer, for servers that can hold the model to it, as one or another takes it.
FORMS = (
    {
        "type": "json_schema",
        "json_schema": {"name": "topic", "strict": True, "schema": _SCHEMA},
    },
    {"type": "json_object", "schema": _SCHEMA},
    {"type": "json_object"},
)
#: What a server may refuse and is then asked without: the answer is checked anyway.
WISHES: dict[str, Any] = {"temperature": 0, "seed": 0}
#: With which a server tells that it refuses something of the request.
REFUSALS = frozenset({400, 422, 500, 501})


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
    asked, known : int
        Questions that went to the server, and those that the memory had answers to.
    """

    def __init__(self, model: str, server: str, memory: Path) -> None:
        self.asked = self.known = 0
        self._model = model
        self._url = server.rstrip("/") + "/chat/completions"
        self._memory = memory
        self._forms = list(FORMS)
        self._wishes = dict(WISHES)

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
            known = json.loads(path.read_text(encoding="utf-8"))["answer"]
        except (OSError, ValueError, KeyError, TypeError):
            known = None  # not asked yet, or a file cut short: it is asked again
        if isinstance(known, str):
            self.known += 1
            return known
        answer = self._post(question)
        self.asked += 1
        content = json.dumps(question | {"answer": answer}, ensure_ascii=False, indent=1)
        with written_whole(path) as temporary:
            temporary.write_text(content + "\n", encoding="utf-8", newline="\n")
        return answer

    def _post(self, question: dict[str, Any]) -> str:
        """Ask, and leave out one by one what the server does not know."""
        while True:
            extras = self._extras()
            try:
                return self._text(self._request({**question, **extras, "stream": False}))
            except Refused as error:
                refused = _refused(error.status, error.words, extras)
                if not refused:
                    raise ChatUnavailable(f"{self._url}: {error}") from error
                if refused == "response_format":
                    self._forms.pop(0)
                else:
                    del self._wishes[refused]
            except Unreachable as error:
                raise ChatUnavailable(f"{self._url}: {error}") from error

    def _extras(self) -> dict[str, Any]:
        form = {"response_format": self._forms[0]} if self._forms else {}
        return self._wishes | form

    def _request(self, body: dict[str, Any]) -> bytes:
        return post(
            self._url,
            body,
            PATIENCE,
            lambda text: print(f"label: {text}", flush=True),
            final=lambda status, words: bool(_refused(status, words, self._extras())),
        )

    def _text(self, content: bytes) -> str:
        try:
            text = json.loads(content)["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError) as error:
            start = " ".join(content[:80].decode("utf-8", "replace").split())
            problem = (
                "answers in a stream of events, although asked for one answer"
                if start.startswith(("data:", "event:"))
                else f"does not speak the OpenAI chat protocol; its answer begins with {start!r}"
            )
            raise ChatUnavailable(f"{self._url} {problem}") from error
        return text if isinstance(text, str) else ""


def _refused(status: int, words: str, extras: dict[str, Any]) -> str:
    """What of a request a server refuses that can be left out; empty if it is something else.

    Servers name it, and with 400 and 422 it is the form if they do not.
    """
    if status not in REFUSALS:
        return ""
    named = [name for name in extras if name in words]
    if not named and "response_format" in extras and status < 500:
        named = ["response_format"]
    return named[0] if named else ""
