"""The JSON Schemas of what commands print with `--json`, made from the classes that are printed.

Run as a program it writes them to `docs/schemas/`; `make docs` does so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from glossator.commands import documents as batch
from glossator.commands import eval_documents as evaluation
from glossator.commands import graph_documents as graph
from glossator_client.terminal import documents as interactive
from glossator_client.terminal import found_documents as found

FOLDER = Path(__file__).parent.parent.parent / "docs" / "schemas"

ANSWERS: dict[str, type[Any]] = {
    "explain": interactive.ExplainDocument,
    "callers": interactive.CallersDocument,
    "usages": found.UsagesDocument,
    "search": found.SearchDocument,
    "search-queries": found.QueriedDocument,
    "error": interactive.ErrorDocument,
    "index": batch.IndexDocument,
    "status": batch.StatusDocument,
    "graph": batch.GraphLine,
    "graph-node": graph.GraphNode,
    "graph-link": graph.GraphLink,
    "graph-end": graph.GraphEnd,
    "models-list": batch.ModelsListDocument,
    "models-fetch": batch.ModelsPathDocument,
    "models-path": batch.ModelsPathDocument,
    "models-check": batch.ModelsCheckDocument,
    "doctor": batch.DoctorDocument,
    "purge": batch.PurgeDocument,
    "eval-chunks": evaluation.EvalChunksDocument,
    "eval-retrieval": evaluation.EvalRetrievalDocument,
}
"""The class of the answer by the name of its schema."""


def schema_text(name: str) -> str:
    """The schema of one answer as it is kept in the documentation."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **msgspec.json.schema(ANSWERS[name]),
    }
    return json.dumps(schema, indent=2) + "\n"


def conforming(value: Any, name: str) -> Any:
    """`value` read as the class of the answer; raises `ValidationError` if it does not fit, or holds more."""
    answer = msgspec.convert(value, ANSWERS[name])
    again = json.loads(json.dumps(msgspec.to_builtins(answer)))
    assert again == value, "the answer holds members that its schema does not name"
    return answer


def main() -> None:
    """Write all schemas and take away those of no answer."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name in ANSWERS:
        (FOLDER / f"{name}.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
