"""A chat model on a server with an OpenAI-compatible API, and a cache of its answers.

Protocol: POST {server}/chat/completions with `model`, `messages` and `response_format`; the answer
is in `choices[0].message.content` (https://platform.openai.com/docs/api-reference/chat). Ollama,
llama.cpp, vLLM and the vendor support it.
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
#: Returns the problem with an answer that cannot be read, or "".
Problem = Callable[[str], str]

#: Models on a CPU are slow.
PATIENCE = RetryPolicy(tries=3, timeout=300.0, most_bytes=10_000_000)
_SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}},
    "required": ["name"],
    "additionalProperties": False,
}
#: Forms of `response_format` that servers support, tried in this order.
RESPONSE_FORMATS = (
    {
        "type": "json_schema",
        "json_schema": {"name": "topic", "strict": True, "schema": _SCHEMA},
    },
    {"type": "json_object", "schema": _SCHEMA},
    {"type": "json_object"},
)
#: Parameters that are left out if a server refuses them; answers are checked in any case.
OPTIONAL_PARAMETERS: dict[str, Any] = {"temperature": 0, "seed": 0}
#: Most answers to ask for until one can be read.
ANSWERS = 3
#: Characters of an unreadable answer that are sent back to the model.
SHOWN = 2000
#: Folder in the cache for files that cannot be read.
SET_ASIDE = "set-aside"
#: Status codes with which servers refuse a parameter of the request.
REFUSALS = frozenset({400, 422, 500, 501})


class ChatUnavailable(Exception):
    """The server does not answer or refuses requests; further questions are useless."""


class Unreadable(Exception):
    """The model gave no readable answer, for the reason given."""


class Chat:
    """Asks a chat model, with a cache of answers.

    The cache contains only readable answers. If the server becomes unavailable, it is not asked
    again; answers in the cache are still returned.

    Parameters
    ----------
    model : str
        The model's name on the server.
    server : str
        Address up to the version: `http://localhost:11434/v1`. Not part of the key of an answer.
    memory : Path
        Folder of the cache, with one file per answer.

    Attributes
    ----------
    asked, known : int
        Numbers of questions sent to the server, and answered from the cache.
    display_url : str
        The server's address for messages, without secrets.
    """

    def __init__(self, model: str, server: str, memory: Path) -> None:
        self.asked = self.known = 0
        self._model = model
        self._server = endpoint(server, "/chat/completions")
        self.display_url = self._server.display_url
        self._memory = memory
        self._forms = list(RESPONSE_FORMATS)
        self._gone = ""
        self._wishes = dict(OPTIONAL_PARAMETERS)

    def ask(self, messages: list[Message], problem: Problem = lambda _: "") -> str:
        """The model's first readable answer to a conversation.

        Parameters
        ----------
        messages : list of dict
        problem : callable, optional
            Returns the problem with an answer, which is sent to the model with the next request.

        Raises
        ------
        ChatUnavailable
            If neither the cache nor the server has an answer.
        Unreadable
            If no answer can be read.
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
        """The answer in a file of the cache; a damaged file is set aside."""
        try:
            answer = json.loads(path.read_text(encoding="utf-8"))["answer"]
            why = problem(answer) if isinstance(answer, str) else "its answer is not a text"
        except OSError:
            return None  # not asked yet
        except (ValueError, KeyError, TypeError, RecursionError):
            why = "it is damaged"
        if not why:
            return str(answer)
        aside = path.parent / SET_ASIDE / path.name
        with report_write_errors(aside):
            aside.parent.mkdir(exist_ok=True)
            path.replace(aside)
        print(f"label: {path} was set aside, as {aside}: {why}", flush=True)
        return None

    def _readable(self, messages: list[Message], problem: Problem) -> str:
        """Ask until an answer is readable."""
        answer = why = ""
        for number in range(ANSWERS):
            before, answer = answer, self._post({"model": self._model, "messages": messages})
            self.asked += 1
            why = problem(answer)
            if not why:
                return answer
            if number and answer == before:
                break  # the model repeats itself
            messages = with_objection(messages, answer[:SHOWN], why)
        raise Unreadable(why)

    def _post(self, question: dict[str, Any]) -> str:
        """Ask, and leave out one by one the parameters that the server refuses."""
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
        self._gone = f"{self._server.display_url}{why}"
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
                "answers with a stream of events, although `stream` is false"
                if start.startswith(("data:", "event:"))
                else f"is not compatible with OpenAI's chat API; its answer begins with {start!r}"
            )
            raise self._unavailable(f" {problem}") from error
        if isinstance(text, list):  # in parts; the model's reasoning has no text
            text = "".join(str(part["text"]) for part in text if _is_text(part))
        return replace_surrogates(self._server.hide_keys(text)) if isinstance(text, str) else ""


def with_objection(messages: list[Message], answer: str, why: str) -> list[Message]:
    """A conversation, continued with an answer and the objection to it."""
    return [
        *messages,
        {"role": "assistant", "content": answer},
        {"role": "user", "content": f"This cannot be used: {why}. Answer again, as asked."},
    ]


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("text"), str)


def _refused(status: int, words: str, extras: dict[str, Any]) -> str:
    """The optional parameter that a server refuses; "" if the refusal has another reason.

    Servers name the parameter. With 400 and 422, it is `response_format` if they do not.
    """
    if status not in REFUSALS:
        return ""
    named = [name for name in extras if name in words]
    if not named and "response_format" in extras and status < 500:
        named = ["response_format"]
    return named[0] if named else ""
