"""What is generated from the configuration's models: the JSON schema and the table of keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from topograph.config.keys import allowed, leaf_fields, run_time_keys
from topograph.config.run import RunConfig
from topograph.config.stages import STAGE_SETTINGS
from topograph.errors import TopographError

SCHEMA = Path("config/schema.json")
README = Path("config/README.md")
START = "<!-- table of keys: written by `topograph config --write-docs` -->"
END = "<!-- end of the table -->"


def schema_text() -> str:
    """JSON schema of `config/config.yaml` and the files under `config/runs/`, for editors."""
    schema: dict[str, Any] = RunConfig.model_json_schema()
    schema["title"] = "Topograph configuration"
    schema["properties"]["runs"] = {
        "description": "Runs that a bare `snakemake` builds.",
        "type": "array",
        "items": {"type": "string"},
        "minItems": 1,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def first_stage(key: str) -> str:
    """The first stage that re-runs when a key changes; what follows it re-runs with it.

    "nothing" for keys that change no result.
    """
    if key in run_time_keys():
        return "nothing"
    for stage, read in STAGE_SETTINGS.items():
        if any(key == part or key.startswith(f"{part}.") for part in read):
            return stage
    raise ValueError(f"no stage reads {key}")


def table_text() -> str:
    """The table of all keys: default, what is allowed, what it does, the first stage to re-run."""
    lines = [
        "| key | default | allowed | what it does | re-runs from |",
        "|---|---|---|---|---|",
    ]
    for key, (schema, description, default) in leaf_fields().items():
        cells = (
            f"`{key}`",
            "" if default is None or default == "" else f"`{json.dumps(default)}`".replace('"', ""),
            allowed(schema).replace("|", "\\|"),
            description.replace("|", "\\|"),
            first_stage(key),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def with_table(readme: str) -> str:
    """A README's text with the table between its two marks renewed."""
    if not 0 <= readme.find(START) < readme.find(END):
        raise TopographError(
            f"{README} has no place for the table of keys.",
            "the two comments that mark it are not there.",
            f"write these two lines: {START} and {END}",
        )
    before, _, rest = readme.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{table_text()}\n\n{END}{after}"


def write(root: Path) -> list[Path]:
    """Renew schema and table; returns the files that changed."""
    if not (root / README).is_file():
        raise TopographError(
            f"{README} cannot be read.", "it is not there.", "call from the project's folder."
        )
    wanted = {
        root / SCHEMA: schema_text(),
        root / README: with_table((root / README).read_text(encoding="utf-8")),
    }
    changed = []
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed
