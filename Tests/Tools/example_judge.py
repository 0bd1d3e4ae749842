"""Validates examples against their schemas with JSON Schema only."""

import re

from jsonschema.exceptions import UnknownType
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
        self.is_swagger = "swagger" in document
        self.validator = OAS30Validator if str(document.get("openapi", "")).startswith("3.0") else OAS31Validator
        resource = Resource.from_contents(tolerant(document), default_specification=DRAFT202012)
        self.registry = Registry().with_resource(URI, resource)

    def fault(self, pointer, value):
        """Returns the reason why a value violates the schema at a path. `None` if it is valid or if this is unknown."""
        if self.is_swagger:
            pointer = swagger_pointer(pointer)
        validator = self.validator({"$ref": URI + pointer}, registry=self.registry)
        try:
            error = next(validator.iter_errors(value), None)
        except (Unresolvable, UnknownType, re.error, RecursionError, TypeError):
            # Variants that extend their union recurse endlessly, OpenAPI 3.0 has Boolean bounds, and some documents have
            # types that JSON Schema does not define, such as `Object`.
            return None
        return error and f"/{'/'.join(map(str, error.absolute_path))}: {error.message[:120]}"


def swagger_pointer(pointer):
    """Returns the path in a Swagger 2.0 document of the body at a path in its upgrade."""
    return re.sub(r"(/responses/[^/]+)/content/[^/]+/schema", r"\1/schema", pointer)


#: Keys whose values map names to schemas, not keywords.
MAPS = {"properties", "patternProperties", "schemas", "$defs", "definitions"}


def tolerant(node, is_map=False):
    """Returns the document as our decoder interprets it: a value may match two variants of `oneOf`, variants in `items`
    without `type: array` mean one of the variants or a list of them, and a list in `items` of Swagger 2.0 has variants.
    """
    if isinstance(node, list):
        return [tolerant(item) for item in node]
    if not isinstance(node, dict):
        return node
    if not is_map and isinstance(node.get("items"), list):
        node = {**node, "items": {"anyOf": node["items"]}}
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
    """Returns the paths of the schemas of types, by the names of the types."""
    found = {}
    for path in files:
        place = None
        # A long path is on a separate line.
        text = path.read_text().replace("/// - Remark: Source\n///   `", "/// - Remark: Source `")
        for line in text.splitlines():
            remark = re.match(r"/// - Remark: Source `(#/.*)`\.", line)
            place = remark.group(1) if remark else place
            head = re.match(r"(?:public )?(?:indirect )?(?:struct|enum|typealias) (\w+)", line)
            if head and place:
                found[head.group(1)] = place
                place = None
    return found
