"""Exports of messengers as JSON: Slack and Telegram, one document per message."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord, broken

#: Keys of a Slack message, and of what else lies in an export: lists of users and of channels.
_SLACK_TIME = re.compile(r'"ts"\s*:\s*"\d{9,}\.\d+"')
_SLACK_LISTS = re.compile(
    r'"(?:team_id|is_bot|is_archived|is_general|creator|app_id|app_type|service_type)"\s*:'
)
_SLACK_LINK = re.compile(r"<(https?://|mailto:)([^<>|]*)(?:\|([^<>]*))?>")
_SLACK_MENTION = re.compile(r"<([#@!])([A-Za-z0-9^_]+)(?:\|([^<>]*))?>")
#: Beginnings of the subtypes of what Slack itself writes.
_SLACK_SYSTEM = ("channel_", "group_", "bot_add", "pinned")
_TELEGRAM = re.compile(r'"(?:text_entities|from_id|date_unixtime)"\s*:')


def read_slack(text: str, name: str) -> Iterator[RawRecord]:
    """Read a day of a Slack channel.

    The lists of users and channels that lie beside it are a record with the reason `no message`,
    and so is what Slack itself writes (somebody joined).

    Raises
    ------
    TopographError
        If the file is not a JSON array.
    """
    items = _loaded(text, name)
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise _no_messages(name)
    if items and not any("ts" in item for item in items):
        yield RawRecord(0, {}, "no message", f"a list of {len(items)} users or channels of Slack")
        return
    for position, item in enumerate(items):
        system = str(item.get("subtype") or "").startswith(_SLACK_SYSTEM)
        reason = ("no message", "written by Slack") if system else ("", "")
        yield RawRecord(position, _slack_fields(item, _folder(name)), *reason)


def _slack_fields(item: dict[str, Any], channel: str) -> dict[str, Any]:
    """The fields of a message that hold something."""
    profile = item.get("user_profile") or {}
    attached = [
        str(own.get("text") or own.get("fallback") or "")
        for own in item.get("attachments") or ()
        if isinstance(own, dict) and not own.get("original_url")
    ]
    fields = {
        "text": _slack_text("\n".join(filter(None, [str(item.get("text") or ""), *attached]))),
        "date": str(item.get("ts") or ""),
        "user": str(item.get("user") or item.get("bot_id") or ""),
        "name": str(profile.get("real_name") or item.get("username") or ""),
        "channel": channel,
        "thread": str(item.get("thread_ts") or ""),
        "replies": item.get("reply_count"),
        "reactions": sum(int(own.get("count") or 0) for own in item.get("reactions") or ()),
    }
    return {key: value for key, value in fields.items() if value not in ("", None)}


def _folder(name: str) -> str:
    parts = name.split("/")
    return parts[-2] if len(parts) > 1 else ""


def _slack_text(text: str) -> str:
    """Slack's marks as people see them: names of channels and links, entities resolved.

    >>> _slack_text("See <https://a.org|the page>, <@U1|ann> &amp; <#C1|general>")
    'See the page https://a.org, @ann & #general'
    """

    def link(match: re.Match[str]) -> str:
        address = match[2] if match[1] == "mailto:" else match[1] + match[2]
        return f"{match[3]} {address}" if match[3] and match[3] != address else address

    def mention(match: re.Match[str]) -> str:
        return ("@" if match[1] == "!" else match[1]) + (match[3] or match[2])

    return html.unescape(_SLACK_MENTION.sub(mention, _SLACK_LINK.sub(link, text)))


def read_telegram(text: str, name: str) -> Iterator[RawRecord]:
    """Read the chats of a Telegram export: one chat, or all chats of an account.

    Raises
    ------
    TopographError
        If the file holds no chat.
    """
    value = _loaded(text, name)
    lists = [value]
    if isinstance(value, dict):
        for key in ("chats", "left_chats"):
            inner = value.get(key)
            lists += inner.get("list", []) if isinstance(inner, dict) else []
    chats = [
        own for own in lists if isinstance(own, dict) and isinstance(own.get("messages"), list)
    ]
    if not chats:
        raise _no_messages(name)
    position = 0
    for chat in chats:
        for item in chat["messages"]:
            if isinstance(item, dict):
                yield _telegram_message(position, item, chat)
            else:
                yield broken(position, "is not a JSON object", json.dumps(item))
            position += 1


def _telegram_message(position: int, item: dict[str, Any], chat: dict[str, Any]) -> RawRecord:
    parts = item.get("text", "")
    pieces = parts if isinstance(parts, list) else [parts]
    said = "".join(
        str(own.get("text", "")) if isinstance(own, dict) else str(own) for own in pieces
    )
    fields = {
        "id": f"{chat['id']}-{item.get('id')}" if "id" in chat else str(item.get("id", "")),
        "text": said,
        "date": item.get("date"),
        "sender": item.get("from") or item.get("actor"),
        "chat": chat.get("name"),
        "reply_to": item.get("reply_to_message_id"),
        "forwarded_from": item.get("forwarded_from"),
        "media": item.get("media_type"),
    }
    kept = {key: value for key, value in fields.items() if value not in ("", None)}
    if item.get("type") == "service":
        action = str(item.get("action", ""))
        return RawRecord(position, kept, "no message", f"written by Telegram ({action})")
    return RawRecord(position, kept | {"text": said})


def _loaded(text: str, name: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise TopographError(
            f"{name} cannot be read as JSON.",
            f"{error}.",
            "export it again (it may be cut off), or set `parse: {on_error: skip}` to go on "
            "without it.",
        ) from error


def _no_messages(name: str) -> TopographError:
    return TopographError(
        f"{name} holds no messages.",
        "it does not have the structure of such an export.",
        "set parse.format to json, or to what it is.",
    )


def _is_slack(opening: Opening) -> bool:
    start = opening.start
    if not re.match(r"\[\s*\{", start):
        return False
    if _SLACK_TIME.search(start) and re.search(r'"type"\s*:\s*"message"', start):
        return True
    # users.json, channels.json and their kin
    keys = set(_SLACK_LISTS.findall(start))
    return len(keys) >= 2 and re.search(r'"(?:id|user_id)"\s*:\s*"[A-Z0-9]{6,}"', start) is not None


def _is_telegram(opening: Opening) -> bool:
    start = opening.start
    marks = set(_TELEGRAM.findall(start))
    return start.startswith("{") and len(marks) >= 2 and '"messages"' in start


SLACK = Format(
    "slack",
    "exports of Slack, one document per message",
    _is_slack,
    lambda content: read_slack(content.text(), content.name),
    fields={"text": ("text",), "date": ("date",)},
)
TELEGRAM = Format(
    "telegram",
    "exports of Telegram as JSON, one document per message",
    _is_telegram,
    lambda content: read_telegram(content.text(), content.name),
    fields={"text": ("text",), "date": ("date",), "id": ("id",)},
)
