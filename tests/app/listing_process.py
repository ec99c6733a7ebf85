"""Lists and reads the folder given as the argument, and prints JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from glossator.app.files import Skipped, list_files, read_file
from glossator.core.settings import IndexSettings


def main() -> None:
    root = Path(sys.argv[1])
    files = {file.path: [file.state, file.reason] for file in list_files(root, IndexSettings())}
    contents = {
        path: read_file(root, path, 1024) for path in [*files, "f.py", "p.py"] if not path.endswith("/")
    }
    reasons = {
        path: content.reason if isinstance(content, Skipped) else "" for path, content in contents.items()
    }
    sys.stdout.write(json.dumps({"files": files, "read": reasons}))


if __name__ == "__main__":
    main()
