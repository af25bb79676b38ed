"""Requests to servers that speak the OpenAI protocols, made again where that may help."""

from __future__ import annotations

import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

KEY = "OPENAI_API_KEY"
#: Answers after which a request is worth another try: too many requests, and the server's own
#: faults.
PASSING = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
#: Seconds before the second try; doubled each time, up to the longest.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
#: Times that an answer is waited for in vain: what takes so long takes as long again.
TIMEOUTS = 2


@dataclass(frozen=True)
class Patience:
    """How often a request is made at most, and the seconds that an answer is waited for."""

    tries: int
    timeout: float


class Refused(Exception):
    """The server answers that it will not do what is asked.

    Attributes
    ----------
    status : int
    words : str
        The server's own, in a line.
    """

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"{status}: {words}")
        self.status = status
        self.words = words


class Unreachable(Exception):
    """No answer can be had, for the reason given."""


def post(
    url: str,
    body: Mapping[str, Any],
    patience: Patience,
    tell: Callable[[str], None],
    final: Callable[[int, str], bool] = lambda status, words: False,
) -> bytes:
    """Send JSON, with the key of the environment if there is one; give the answer.

    Parameters
    ----------
    url : str
    body : mapping
    patience : Patience
    tell : callable
        Is told why a request is made again, and when.
    final : callable, optional
        Tells of a status and the server's words whether another try is of no use.

    Raises
    ------
    Refused
        If the server refuses the request.
    Unreachable
        If there is no answer, or only failures that might have passed.
    """
    request = _request(url, body)
    wait, timeouts, problem = FIRST_WAIT, 0, ""
    for number in range(1, patience.tries + 1):
        asked_wait = None
        try:
            with urllib.request.urlopen(request, timeout=patience.timeout) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            words = _words(error.read(2000).decode("utf-8", "replace"))
            quota = "insufficient_quota" in words
            if error.code not in PASSING or quota or final(error.code, words):
                raise Refused(error.code, words) from error
            problem = f"{error.code} {error.reason}: {words}"
            asked_wait = _seconds(error.headers.get("Retry-After"))
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            problem = _reason(error)
            if isinstance(getattr(error, "reason", error), TimeoutError):
                problem = f"no answer within {patience.timeout:g} seconds"
                timeouts += 1
        if number == patience.tries or timeouts == TIMEOUTS:
            break
        pause = min(asked_wait or wait * random.uniform(0.75, 1.25), LONGEST_WAIT)
        tell(f"{url}: {problem}; again in {pause:.1f} s")
        time.sleep(pause)
        wait *= 2
    raise Unreachable(f"{problem}, {'once' if number == 1 else f'{number} times'}")


def _request(url: str, body: Mapping[str, Any]) -> urllib.request.Request:
    headers = {"Content-Type": "application/json"}
    if os.environ.get(KEY):
        headers["Authorization"] = f"Bearer {os.environ[KEY]}"
    return urllib.request.Request(url, json.dumps(body).encode(), headers)


def _reason(error: Exception) -> str:
    """Why a server could not be reached, never empty."""
    return str(getattr(error, "reason", error)) or type(error).__name__


def _words(detail: str) -> str:
    """The server's own words in its answer to a request that failed."""
    try:
        error = json.loads(detail)["error"]
        detail = str(error["message"] if isinstance(error, dict) else error)
        if isinstance(error, dict) and error.get("code"):
            detail += f" ({error['code']})"
    except (ValueError, KeyError, TypeError):
        pass  # no JSON, or of another form: as it is
    return " ".join(detail.split())[:300] or "no reason given"


def _seconds(header: str | None) -> float | None:
    """The value of a Retry-After header, if it is a number of seconds."""
    try:
        return max(float(header or ""), 0.0)
    except ValueError:
        return None
