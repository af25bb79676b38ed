"""Headless Chromium, driven over a pipe by the DevTools protocol, its network cut off."""

import json
import os
import shutil
import subprocess
import time
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next((path for name in BROWSERS if (path := shutil.which(name))), None)
OPTIONS = (
    "--headless", "--no-sandbox", "--no-first-run", "--disable-quic", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe", "--hide-scrollbars",
)  # fmt: skip
NO_WEBGL = ("--disable-3d-apis",)
DEADLINE = 120.0


class PageError(AssertionError):
    """The page threw, or never became what a test waits for."""


class Chromium:
    """A browser with one page. To be closed."""

    def __init__(self, profile: Path, *options: str, size: tuple[int, int] = (1400, 900)) -> None:
        to_browser, ours = os.pipe()
        theirs, from_browser = os.pipe()
        # the browser reads from descriptor 3 and writes to 4
        launcher = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", launcher, "bash", str(BROWSER), *OPTIONS, *options,
             f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", "about:blank"],
            pass_fds=(to_browser, from_browser), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self._out, self._in = os.fdopen(ours, "wb", buffering=0), theirs
        self._rest = b""
        self._number = 0
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.downloads = profile / "downloads"
        targets = self._call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self._call(
            "Target.attachToTarget", {"targetId": page["targetId"], "flatten": True}
        )
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self._call(
            "Browser.setDownloadBehavior",
            {"behavior": "allow", "downloadPath": str(self.downloads)},
        )

    # --- the protocol

    def call(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """A command to the page."""
        return self._call(method, parameters, self._session)

    def _call(
        self, method: str, parameters: dict[str, Any] | None = None, session: str | None = None
    ) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {
            "id": self._number, "method": method, "params": parameters or {},
        }  # fmt: skip
        if session:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise PageError("the browser ended")
            self._rest += piece
        line, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(line)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        method = message.get("method")
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.errors.append(json.dumps(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])

    # --- what tests do

    def open(self, page: Path, fragment: str = "") -> None:
        """Open a page from disk, as if for the first time."""
        self.call("Page.navigate", {"url": "about:blank"})
        self.requests.clear()
        self.errors.clear()
        self.call("Page.navigate", {"url": page.absolute().as_uri() + fragment})
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def open_blank(self) -> None:
        """Open an empty page, if another one is open."""
        if self.run("location.href") != "about:blank":
            self.call("Page.navigate", {"url": "about:blank"})
            self.wait("location.href === 'about:blank'")

    def run(self, script: str) -> Any:
        """Value of a JavaScript expression in the page; a promise is waited for."""
        answer = self.call(
            "Runtime.evaluate",
            {"expression": script, "returnByValue": True, "awaitPromise": True},
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript condition holds."""
        self.until(lambda: self.run(f"Boolean({condition})"), condition)

    @staticmethod
    def until(condition: Callable[[], Any], name: str) -> None:
        """Wait until something holds."""
        end = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > end:
                raise PageError(f"never came true: {name}")
            time.sleep(0.03)

    def key(self, key: str, text: str = "") -> None:
        """Press a key, where the focus is."""
        event = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS.get(key, 0)}
        self.call("Input.dispatchKeyEvent", event | {"type": "keyDown", "text": text})
        self.call("Input.dispatchKeyEvent", event | {"type": "keyUp"})

    def type(self, text: str) -> None:
        """Type a text, where the focus is."""
        for letter in text:
            self.key(letter, letter)

    def mouse(self, kind: str, x: float, y: float, buttons: int = 0) -> None:
        """Move (`mouseMoved`), press (`mousePressed`) or release (`mouseReleased`) the mouse."""
        self.call(
            "Input.dispatchMouseEvent",
            {
                "type": kind, "x": x, "y": y, "buttons": buttons, "clickCount": 1,
                "button": "none" if kind == "mouseMoved" and not buttons else "left",
            },
        )  # fmt: skip

    def drag(self, corners: list[tuple[float, float]]) -> None:
        """Drag the mouse along a path."""
        self.mouse("mouseMoved", *corners[0])
        self.mouse("mousePressed", *corners[0], buttons=1)
        for x, y in corners[1:]:
            self.mouse("mouseMoved", x, y, buttons=1)
        self.mouse("mouseReleased", *corners[-1])

    def screenshot(self, path: Path) -> None:
        """Write what the page shows as PNG."""
        path.write_bytes(b64decode(self.call("Page.captureScreenshot")["data"]))

    def close(self) -> None:
        """End the browser."""
        self._call("Browser.close")
        self.process.wait(30)
        self._out.close()
        os.close(self._in)


KEYS = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "End": 35, "Home": 36, "Tab": 9}
