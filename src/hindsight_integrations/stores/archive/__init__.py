"""The archive over fsspec: files, memory, or an object store; it knows no record store and no engine."""

from hindsight_integrations.stores.archive.files import Files, files_of
from hindsight_integrations.stores.archive.folders import FolderArchive

__all__ = ["Files", "FolderArchive", "files_of"]
