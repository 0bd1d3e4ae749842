"""Checks OpenAPI documents: the document itself, its examples against their schemas, and our extensions.

Usage: check_specs.py SPEC...
Prints one line for each problem and a summary for each document; exits with 1 if there is a problem.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from read_document import read_document

EXTENSIONS = pathlib.Path(__file__).parents[2] / "Specs" / "extensions.schema.json"


class Checker:
    """Checks one document."""

    def __init__(self, path, extensions):
        self.path = path
        self.document = read_document(path)
        self.problems = []
        self.examples = 0
        self.extensions = extensions
        self.uri = f"urn:spec:{path.name}"
        resource = Resource.from_contents(self.document, default_specification=DRAFT202012)
        self.registry = Registry().with_resource(self.uri, resource)

    def run(self):
        for error in OpenAPIV31SpecValidator(self.document).iter_errors():
            self.report("/".join(map(str, error.absolute_path)), error.message)
        self.walk(self.document, ())
        return self.problems

    def report(self, place, message):
        self.problems.append(f"{self.path}: {place}: {message[:300]}")

    def resolve(self, node):
        while isinstance(node, dict) and "$ref" in node:
            target = self.document
            for token in node["$ref"].removeprefix("#/").split("/"):
                target = target[token.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def walk(self, node, place):
        if isinstance(node, list):
            for index, item in enumerate(node):
                self.walk(item, place + (index,))
        if not isinstance(node, dict):
            return
        for key, value in node.items():
            if key.startswith("x-"):
                self.check_extension(key, value, place)
        self.check_examples(node, place)
        for key, value in node.items():
            if key not in ("example", "examples", "default", "const", "enum"):
                self.walk(value, place + (key,))

    def check_extension(self, key, value, place):
        schema = self.extensions["properties"].get(key)
        where = "/".join(map(str, place + (key,)))
        if schema is None:
            self.report(where, "is not a known extension")
            return
        for error in Draft202012Validator({**schema, "$defs": self.extensions.get("$defs", {})}).iter_errors(value):
            self.report(where, error.message)

    def check_examples(self, node, place):
        schema = node.get("schema") if isinstance(node.get("schema"), dict) else None
        if schema is not None:
            values = []
            if "example" in node:
                values.append(("example", node["example"]))
            if isinstance(node.get("examples"), dict):
                values += [(name, self.resolve(item).get("value")) for name, item in node["examples"].items()]
            for name, value in values:
                self.check_value(schema, value, place + (name,))
        elif "type" in node or "properties" in node or "oneOf" in node:
            for value in node.get("examples", []) if isinstance(node.get("examples"), list) else []:
                self.check_value(node, value, place + ("examples",))
            if "default" in node and place[-2:-1] != ("properties",):
                self.check_value(node, node["default"], place + ("default",))

    def check_value(self, schema, value, place):
        self.examples += 1
        rooted = self.rooted(schema)
        for error in Draft202012Validator(rooted, registry=self.registry).iter_errors(value):
            where = "/".join(map(str, error.absolute_path))
            self.report("/".join(map(str, place)), f"{where}: {error.message}")

    def rooted(self, node):
        """Returns the schema with absolute references."""
        if isinstance(node, list):
            return [self.rooted(item) for item in node]
        if not isinstance(node, dict):
            return node
        return {
            key: self.uri + value if key == "$ref" and isinstance(value, str) else self.rooted(value)
            for key, value in node.items()
        }


def main(paths):
    extensions = json.loads(EXTENSIONS.read_text(encoding="utf-8"))
    failed = False
    for path in map(pathlib.Path, paths):
        checker = Checker(path, extensions)
        problems = checker.run()
        failed = failed or bool(problems)
        for problem in problems:
            print(problem)
        print(f"{path}: {checker.examples} examples, {len(problems)} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
