"""Reads OpenAPI documents as JSON values."""

import json

import yaml


class Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):
    """Reads dates as strings, as in JSON."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_document(path):
    """Returns the YAML or JSON document at a path."""
    text = path.read_text(encoding="utf-8")
    return json.loads(text if path.suffix == ".json" else json.dumps(yaml.load(text, Loader)))
