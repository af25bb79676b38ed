"""A chat model on a server that speaks the OpenAI protocol, and a memory of its answers.

Protocol: POST {server}/chat/completions with `model`, `messages` and `response_format`; the
answer's text stands in `choices[0].message.content`
(https://platform.openai.com/docs/api-reference/chat). Ollama, llama.cpp, vLLM and the vendor speak
it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from topograph.language.characters import clean_line, replace_surrogates
from topograph.rundir.atomic import atomic_write, report_write_errors
from topograph.system.jsontext import canonical_json
from topograph.system.servers import Refused, RetryPolicy, Unreachable, endpoint, post

Message = dict[str, str]
#: What is wrong with an answer, so that nothing can be made of it; empty if it can be read.
Problem = Callable[[str], str]

#: A small model on a processor takes its time.
PATIENCE = RetryPolicy(tries=3, timeout=300.0, most_bytes=10_000_000)
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
#: Answers asked for until one can be read.
ANSWERS = 3
#: Characters that a model is shown of an answer of its own that cannot be read.
SHOWN = 2000
#: Folder, in the memory, of files that cannot be read.
ASIDE = "set-aside"
#: With which a server tells that it refuses something of the request.
REFUSALS = frozenset({400, 422, 500, 501})


class ChatUnavailable(Exception):
    """The server cannot be had, or refuses what is asked; more questions are of no use."""


class Unreadable(Exception):
    """The model gives no answer that can be read, for the reason given."""


class Chat:
    """Asks a chat model; what was asked once is answered from the memory.

    The memory holds answers that can be read, and no others. After the server is gone, it is not
    asked again; what the memory knows is answered all the same.

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
    shown : str
        The server's address for people, without secrets.
    """

    def __init__(self, model: str, server: str, memory: Path) -> None:
        self.asked = self.known = 0
        self._model = model
        self._server = endpoint(server, "/chat/completions")
        self.shown = self._server.shown
        self._memory = memory
        self._forms = list(FORMS)
        self._gone = ""
        self._wishes = dict(WISHES)

    def ask(self, messages: list[Message], problem: Problem = lambda _: "") -> str:
        """The model's answer to a conversation, the first of a few that can be read.

        Parameters
        ----------
        messages : list of dict
        problem : callable, optional
            Tells what is wrong with an answer. The model is told, too, and asked again.

        Raises
        ------
        ChatUnavailable
            If the memory has no answer and the server gives none.
        Unreadable
            If none of the answers can be read.
        """
        question = {"model": self._model, "messages": messages}
        digest = hashlib.sha256(canonical_json(question).encode("utf-8", "surrogatepass"))
        path = self._memory / f"{digest.hexdigest()}.json"
        known = self._recall(path, problem)
        if known is not None:
            self.known += 1
            return known
        answer = self._readable(messages, problem)
        content = json.dumps(question | {"answer": answer}, ensure_ascii=False, indent=1)
        with atomic_write(path) as temporary:
            temporary.write_text(replace_surrogates(content) + "\n", encoding="utf-8", newline="\n")
        return answer

    def _recall(self, path: Path, problem: Problem) -> str | None:
        """The answer in a file of the memory; a file that cannot be read is set aside."""
        try:
            answer = json.loads(path.read_text(encoding="utf-8"))["answer"]
            why = problem(answer) if isinstance(answer, str) else "its answer is no text"
        except OSError:
            return None  # not asked yet
        except (ValueError, KeyError, TypeError, RecursionError):
            why = "it is not what was written"
        if not why:
            return str(answer)
        aside = path.parent / ASIDE / path.name
        with report_write_errors(aside):
            aside.parent.mkdir(exist_ok=True)
            path.replace(aside)
        print(f"label: {path} is set aside, as {aside}: {why}", flush=True)
        return None

    def _readable(self, messages: list[Message], problem: Problem) -> str:
        """Ask until an answer can be read."""
        answer = why = ""
        for number in range(ANSWERS):
            before, answer = answer, self._post({"model": self._model, "messages": messages})
            self.asked += 1
            why = problem(answer)
            if not why:
                return answer
            if number and answer == before:
                break  # it does not listen
            messages = objected(messages, answer[:SHOWN], why)
        raise Unreadable(why)

    def _post(self, question: dict[str, Any]) -> str:
        """Ask, and leave out one by one what the server does not know."""
        if self._gone:
            raise ChatUnavailable(self._gone)
        while True:
            extras = self._extras()
            try:
                return self._text(self._request({**question, **extras, "stream": False}))
            except Refused as error:
                refused = _refused(error.status, error.words, extras)
                if not refused:
                    raise self._unavailable(f": {error}") from error
                if refused == "response_format":
                    self._forms.pop(0)
                else:
                    del self._wishes[refused]
            except Unreachable as error:
                raise self._unavailable(f": {error}") from error

    def _unavailable(self, why: str) -> ChatUnavailable:
        self._gone = f"{self._server.shown}{why}"
        return ChatUnavailable(self._gone)

    def _extras(self) -> dict[str, Any]:
        form = {"response_format": self._forms[0]} if self._forms else {}
        return self._wishes | form

    def _request(self, body: dict[str, Any]) -> bytes:
        return post(
            self._server,
            body,
            PATIENCE,
            lambda text: print(f"label: {text}", flush=True),
            final=lambda status, words: bool(_refused(status, words, self._extras())),
        )

    def _text(self, content: bytes) -> str:
        try:
            text = json.loads(content)["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            start = clean_line(self._server.hide(content[:2000].decode("utf-8", "replace")))[:80]
            problem = (
                "answers in a stream of events, although asked for one answer"
                if start.startswith(("data:", "event:"))
                else f"does not speak the OpenAI chat protocol; its answer begins with {start!r}"
            )
            raise self._unavailable(f" {problem}") from error
        if isinstance(text, list):  # in parts, of which the model's thoughts are none
            text = "".join(str(part["text"]) for part in text if _is_text(part))
        return replace_surrogates(self._server.hide_keys(text)) if isinstance(text, str) else ""


def objected(messages: list[Message], answer: str, why: str) -> list[Message]:
    """A conversation in which the model is told what is wrong with its answer."""
    return [
        *messages,
        {"role": "assistant", "content": answer},
        {"role": "user", "content": f"This cannot be used: {why}. Answer again, as asked."},
    ]


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("text"), str)


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
