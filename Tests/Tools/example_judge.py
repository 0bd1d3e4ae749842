"""Decides by JSON Schema alone whether an example keeps the schema that it is an example of."""

import re

from openapi_schema_validator import OAS30Validator, OAS31Validator
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from read_document import read_document

URI = "urn:document"


class Judge:
    """The schemas of one document."""

    def __init__(self, path):
        document = read_document(path)
        self.validator = OAS30Validator if str(document.get("openapi", "")).startswith("3.0") else OAS31Validator
        resource = Resource.from_contents(tolerant(document), default_specification=DRAFT202012)
        self.registry = Registry().with_resource(URI, resource)

    def fault(self, pointer, value):
        """Why a value breaks the schema at a place; `None` when it keeps it, or when nobody can tell."""
        validator = self.validator({"$ref": URI + pointer}, registry=self.registry)
        try:
            error = next(validator.iter_errors(value), None)
        except (Unresolvable, re.error, RecursionError, TypeError):
            # Variants that extend their union ask for themselves without end; 3.0 has bounds that are truth values.
            return None
        return error and f"/{'/'.join(map(str, error.absolute_path))}: {error.message[:120]}"


#: Keys with names below them, not keywords.
MAPS = {"properties", "patternProperties", "schemas", "$defs", "definitions"}


def tolerant(node, is_map=False):
    """The document as a reader takes it who can read a value that fits two variants of `oneOf`, and who expects one of
    the variants, or a list of them, where these stand below `items` without `type: array`.
    """
    if isinstance(node, list):
        return [tolerant(item) for item in node]
    if not isinstance(node, dict):
        return node
    result = {str(key): tolerant(item, key in MAPS and not is_map) for key, item in node.items()}
    if is_map:
        return result
    both = [{"anyOf": result.pop(key)} for key in ("oneOf", "anyOf") if isinstance(result.get(key), list)]
    items = result.get("items")
    if isinstance(items, dict) and "type" not in result and "type" not in items and "allOf" in items:
        both.append({"anyOf": [items, {"type": "array", "items": items}]})
    if both:
        result["allOf"] = (result["allOf"] if isinstance(result.get("allOf"), list) else []) + both
    return result


def sources(files):
    """The places of the schemas that types were made from, by the types' names."""
    found = {}
    for path in files:
        place = None
        # A long place stands on a line of its own.
        text = path.read_text().replace("/// - Remark: Source\n///   `", "/// - Remark: Source `")
        for line in text.splitlines():
            remark = re.match(r"/// - Remark: Source `(#/.*)`\.", line)
            place = remark.group(1) if remark else place
            head = re.match(r"(?:public )?(?:indirect )?(?:struct|enum|typealias) (\w+)", line)
            if head and place:
                found[head.group(1)] = place
                place = None
    return found
