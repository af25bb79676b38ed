"""The content of the report, from seals and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topograph.config import leaf_fields, run_time_keys
from topograph.core.wording import counted, with_shares
from topograph.figures.registry import FIGURES, figure_named
from topograph.rundir.dateprecision import date_text

if TYPE_CHECKING:
    import pandas as pd

Seals = dict[str, dict[str, Any]]


def changed_settings(config: dict[str, Any]) -> list[tuple[str, Any, Any, str]]:
    """Keys whose value is not the default: (key, value, default, description)."""
    changed = []
    for key, (_, description, default) in leaf_fields().items():
        if key in run_time_keys():
            continue
        value: Any = config
        for part in key.split("."):
            value = value[part]
        if value != default:
            changed.append((key, value, default, description))
    return changed


def automatic_values(seals: Seals) -> list[tuple[str, Any]]:
    """The values that stages used for `auto`: (key, value)."""
    found = {}
    for seal in seals.values():
        for section, keys in seal["settings"].items():
            for key, value in keys.items():
                if value == "auto" and key in seal["summary"]:
                    found[f"{section}.{key}"] = seal["summary"][key]
    return sorted(found.items())


def notes(seals: Seals) -> list[tuple[str, str]]:
    """Notes of the stages on unusual conditions: (stage, note)."""
    found = [
        (stage, str(note))
        for stage, seal in seals.items()
        for note in seal["summary"].get("notes", [])
    ]
    embed = seals["embed"]["summary"]
    if embed.get("truncated_documents"):
        found.append(
            (
                "embed",
                f"{counted(embed['truncated_documents'], 'document')} of {embed['documents']:,} "
                f"are longer than the {embed['max_tokens']} tokens that the encoder reads: "
                f"{embed['unread_tokens']:,} of {embed['tokens']:,} tokens were not read "
                "(to read all, set embed.long_documents: mean).",
            )
        )
    order = list(seals)
    return sorted(found, key=lambda pair: order.index(pair[0]))


def corpus_facts(summary: dict[str, Any], documents: pd.DataFrame) -> list[tuple[str, str]]:
    """Facts about the corpus: (name, value)."""
    gone = ", ".join(f"{count:,} {reason}" for reason, count in summary["dropped"].items())
    words = documents["n_words"]
    facts = [
        ("Files", f"{summary['files']:,}"),
        ("Records", f"{summary['records']:,}"),
        ("Documents", f"{summary['documents']:,}"),
        ("Dropped", gone or "none"),
        (
            "Words",
            f"{summary['words']:,}; per document {int(words.min()):,} to {int(words.max()):,}, "
            f"median {int(words.median()):,}",
        ),
        ("Languages", with_shares(summary["languages"])),
    ]
    dates = documents["date"].dropna()
    if len(dates):
        exact = documents.loc[dates.index, "date_precision"]
        places = (int(dates.argmin()), int(dates.argmax()))
        ends = [date_text(dates.iloc[place], exact.iloc[place]) for place in places]
        unread = summary["dates"]["unread"]["documents"]
        more = f"; not read in {counted(unread, 'document')}" if unread else ""
        facts.append(("Dates", f"{counted(len(dates), 'document')}, {' to '.join(ends)}{more}"))
    return facts


def topic_rows(
    topics: pd.DataFrame, by_topic: pd.DataFrame, documents: pd.DataFrame
) -> list[dict[str, Any]]:
    """Rows of the table of topics: name, terms, measures, most representative document."""
    titles = dict(zip(documents["doc_id"], documents["title"], strict=True))
    coherence = dict(zip(by_topic["topic"], by_topic["coherence_npmi"], strict=True))
    rows = []
    for topic in topics.to_dict("records"):
        first = next(iter(topic["representatives"]), "")
        rows.append(
            {
                "topic": int(topic["topic"]),
                "label": topic["label"],
                "size": int(topic["size"]),
                "terms": list(topic["terms"]),
                "stability": float(topic["stability"]),
                "coherence": coherence[topic["topic"]],
                "example_id": first,
                "example": titles.get(first, ""),
            }
        )
    return rows


def figures(not_drawn: dict[str, str]) -> tuple[list[dict[str, str]], list[tuple[str, str]]]:
    """The figures that were drawn, and the reasons for the others: (title, reason)."""
    shown = [
        {"name": name, "title": kind.title, "caption": kind.caption}
        for name, kind in FIGURES.items()
        if name not in not_drawn
    ]
    return shown, [(figure_named(name).title, why) for name, why in not_drawn.items()]


def environment_facts(
    environment: dict[str, Any], seals: Seals, versions: dict[str, str]
) -> list[tuple[str, str]]:
    """Facts about the environment of the run: (name, value)."""
    libraries = ", ".join(f"{name} {version}" for name, version in versions.items())
    return [
        ("Encoder", f"{seals['embed']['summary']['model']}, fingerprint "
                    f"{seals['embed']['summary']['fingerprint']}"),
        ("Seed", str(seals["reduce"]["settings"]["reduce"]["seed"])),
        ("Processor", f"{environment['processor']} (code compiled for {environment['target']})"),
        ("uv.lock", f"SHA-256 {environment['lock']}" if environment["lock"] else "not found"),
        ("Versions", libraries),
    ]  # fmt: skip
