"""The files of the user's own encoder or vectors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from topograph.encoders.hub import local_folder
from topograph.encoders.registry import encoder_kind
from topograph.system.filenames import files_below

if TYPE_CHECKING:
    from topograph.config import EmbedSettings


def own_files(settings: EmbedSettings, root: Path = Path()) -> list[str]:
    """Paths of an encoder's files relative to `root`, sorted.

    Empty for encoders of ours, on a server, and by a name on a hub; of what is missing, the stage
    tells.
    """
    model = settings.model
    if not model or not encoder_kind(settings.encoder).reads_files:
        return []
    for folder in (model, local_folder(model).as_posix()):
        if (root / folder).is_dir():
            return sorted(map(os.path.normpath, files_below(folder, root)))
    return [model] if (root / model).is_file() else []
