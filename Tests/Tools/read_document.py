"""Reads OpenAPI documents as the JSON that they stand for."""

import json

import yaml


class Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):
    """Reads dates as the texts that they are in JSON."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_document(path):
    """The document at a path, in YAML or JSON."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text if path.suffix == ".json" else json.dumps(yaml.load(text, Loader)))
