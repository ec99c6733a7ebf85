"""Open the models that the settings name.

Opening is cheap and never fails: what is missing or wrong is said by `status()`, and by `ModelUnavailable` when the
model is asked. A file that appears later is found then, so fetching a model needs no restart.
"""

from __future__ import annotations

from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models import local_files
from glossator.models.embedder import LocalEmbedder
from glossator.models.endpoint import EndpointEmbedder, EndpointGenerator
from glossator.models.generator import LocalGenerator
from glossator.models.ports import Embedder, Generator


def open_generator(settings: ModelSettings, folders: Folders) -> Generator | None:
    """The language model of the settings, None if they switch it off."""
    if settings.endpoint:
        return EndpointGenerator(settings)
    if settings.language.strip().lower() == local_files.OFF:
        return None
    return LocalGenerator(local_files.locate(settings.language, folders), settings, folders)


def open_embedder(settings: ModelSettings, folders: Folders) -> Embedder | None:
    """The embedding model of the settings, None if they switch it off."""
    if settings.endpoint and settings.endpoint_embedding_model:
        return EndpointEmbedder(settings)
    if settings.embedding.strip().lower() == local_files.OFF:
        return None
    return LocalEmbedder(local_files.locate(settings.embedding, folders), settings, folders)
