"""Requests to servers that speak the OpenAI protocols, made again where that may help."""

from __future__ import annotations

import base64
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from topograph.language.characters import tidy
from topograph.system.redaction import SHORT, redacted, shown_address, without

KEY = "OPENAI_API_KEY"
#: Characters of the shortest secret that is no word by chance.
KEY_LENGTH = 8
#: Answers after which a request is worth another try: too many requests, and the server's own
#: faults.
PASSING = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
#: Seconds before the second try; doubled each time, up to the longest.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
#: Bytes of a server's words that are read; of these so many characters are told.
WORDS_BYTES, WORDS = 65_536, 300
#: Times that an answer is waited for in vain: what takes so long takes as long again.
TIMEOUTS = 2


@dataclass(frozen=True)
class Patience:
    """How often a request is made, the seconds an answer is waited for, its bytes; all at most."""

    tries: int
    timeout: float
    most_bytes: int = 1 << 30


@dataclass(frozen=True)
class Endpoint:
    """Where requests go to.

    Attributes
    ----------
    url : str
        Without user and password.
    shown : str
        For people, without any secret.
    authorization : str
        Value of the header, or "".
    secrets : tuple of str
        What must not be written anywhere.
    """

    url: str
    shown: str
    authorization: str = field(repr=False, default="")
    secrets: tuple[str, ...] = field(repr=False, default=())

    def hide(self, text: str) -> str:
        """A text from the server without secrets."""
        return redacted(text, self.secrets)

    def hide_keys(self, text: str) -> str:
        """An answer without the keys it may repeat; short words in it are the answer's own."""
        return without(text, [secret for secret in self.secrets if len(secret) >= KEY_LENGTH])


def endpoint(server: str, path: str) -> Endpoint:
    """The endpoint at a path of a server.

    User and password in the address go into a header; without them the key of the environment.

    Parameters
    ----------
    server : str
        Address up to the version.
    path : str
        Like `/embeddings`.

    >>> endpoint("http://me:pw@host/v1?api_key=abc", "/embeddings").shown
    'http://***@host/v1/embeddings?api_key=***'
    """
    parts = urlsplit(server)
    user, _, host = parts.netloc.rpartition("@")
    name, _, password = (unquote(part) for part in user.partition(":"))
    key = os.environ.get(KEY, "").strip()
    secrets = [password or name, key]
    secrets += [value for _, value in parse_qsl(parts.query) if len(value) >= SHORT]
    authorization = f"Bearer {key}" if key else ""
    if user:
        basic = base64.b64encode(f"{name}:{password}".encode()).decode()
        secrets.append(basic)
        authorization = f"Basic {basic}"
    below = quote(parts.path.rstrip("/") + path, safe="/%:@!$&'()*+,;=~")
    return Endpoint(
        urlunsplit((parts.scheme, host, below, parts.query, "")),
        shown_address(urlunsplit((parts.scheme, parts.netloc, below, parts.query, ""))),
        authorization,
        tuple(filter(None, secrets)),
    )


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
    to: Endpoint,
    body: Mapping[str, Any],
    patience: Patience,
    tell: Callable[[str], None],
    final: Callable[[int, str], bool] = lambda status, words: False,
) -> bytes:
    """Send JSON and give the answer.

    Parameters
    ----------
    to : Endpoint
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
    wait, timeouts, problem = FIRST_WAIT, 0, ""
    for number in range(1, patience.tries + 1):
        asked_wait = None
        try:
            with _OPENER.open(_request(to, body), timeout=patience.timeout) as answer:
                return _content(answer, patience.most_bytes)
        except urllib.error.HTTPError as error:
            words = _told(to, error)
            quota = "insufficient_quota" in words
            if error.code not in PASSING or quota or final(error.code, words):
                raise Refused(error.code, words) from None
            problem = f"{error.code} {to.hide(str(error.reason))}: {words}"
            asked_wait = _seconds(error.headers.get("Retry-After"))
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            problem = to.hide(_reason(error))
            if isinstance(getattr(error, "reason", error), TimeoutError):
                problem = f"no answer within {patience.timeout:g} seconds"
                timeouts += 1
        except ValueError as error:  # an address or a key that no request can hold
            raise Unreachable(_unusable(to, error)) from None
        if number == patience.tries or timeouts == TIMEOUTS:
            break
        pause = min(asked_wait or wait * random.uniform(0.75, 1.25), LONGEST_WAIT)
        tell(f"{to.shown}: {problem}; again in {pause:.1f} s")
        time.sleep(pause)
        wait *= 2
    raise Unreachable(f"{problem}, {'once' if number == 1 else f'{number} times'}")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to another server, and the request without its body."""

    def redirect_request(self, *arguments: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _request(to: Endpoint, body: Mapping[str, Any]) -> urllib.request.Request:
    headers = {"Content-Type": "application/json"}
    if to.authorization:
        headers["Authorization"] = to.authorization
    return urllib.request.Request(to.url, json.dumps(body).encode(), headers)


def _content(answer: IO[bytes], most: int) -> bytes:
    content = answer.read(most + 1)
    if len(content) > most:
        raise http.client.HTTPException(f"an answer of more than {most:,} bytes")
    return content


def _unusable(to: Endpoint, error: ValueError) -> str:
    if not to.authorization.isascii() or not to.authorization.isprintable():
        return f"the key in {KEY}, or the password, holds characters that no header can hold"
    return f"the address cannot be used ({to.hide(str(error))})"


def _reason(error: Exception) -> str:
    """Why a server could not be reached, never empty."""
    return str(getattr(error, "reason", error)) or type(error).__name__


def _told(to: Endpoint, answer: urllib.error.HTTPError) -> str:
    """What a server says to a request that failed, without secrets."""
    words = _words(answer.read(WORDS_BYTES).decode("utf-8", "replace"))
    if 300 <= answer.code < 400:
        words = f"it sends on to {answer.headers.get('Location')}; name that address. {words}"
    return tidy(to.hide(words))[:WORDS] or "no reason given"


def _words(detail: str) -> str:
    """The server's own words in its answer to a request that failed."""
    try:
        error = json.loads(detail)["error"]
        detail = str(error["message"] if isinstance(error, dict) else error)
        if isinstance(error, dict) and error.get("code"):
            detail += f" ({error['code']})"
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # no JSON, or of another form: as it is
    return detail


def _seconds(header: str | None) -> float | None:
    """The value of a Retry-After header, if it is a number of seconds."""
    try:
        return max(float(header or ""), 0.0)
    except ValueError:
        return None
