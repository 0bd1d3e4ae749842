"""Generates random values for the schemas of a document, to test its types with more than its examples."""

import base64
import random
import re
import string
import uuid

from read_document import read_document

try:
    from re import _parser as pattern_parser
except ImportError:
    import sre_parse as pattern_parser

#: Depth from which values contain required properties and elements only.
DEEP = 5
#: Maximum depth of values.
DEEPEST = 14
#: Number of properties and elements after which a value contains required ones only.
LARGE = 200
COMBINING = ("$ref", "allOf", "oneOf", "anyOf")


class Impossible(Exception):
    """No value was found. Another attempt may find one."""


class Maker:
    """Values for the schemas of one document."""

    def __init__(self, path, seed):
        self.document = read_document(path)
        self.random = random.Random(seed)
        self.size = 0

    def value(self, pointer):
        """Returns a value that probably matches the schema at a path."""
        self.size = 0
        value = self.make([{"$ref": pointer}], 0)
        # The type is that of the values; whether they may be null depends on the locations that use it.
        if value is None:
            raise Impossible("null")
        return value

    def at(self, pointer):
        node = self.document
        if not pointer.startswith("#/"):
            raise Impossible(pointer)
        for step in pointer[2:].split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            try:
                node = node[int(step)] if isinstance(node, list) else node[step]
            except (KeyError, IndexError, ValueError, TypeError):
                raise Impossible(pointer) from None
        return node

    def flat(self, schemas, depth):
        """Returns the schemas without references and compositions, with one variant of each union."""
        if depth > 40:
            raise Impossible("a cycle")
        found = []
        for schema in schemas:
            if schema is False:
                raise Impossible("nothing fits")
            if not isinstance(schema, dict):
                continue
            if "$dynamicRef" in schema:
                raise Impossible("a dynamic reference")
            parts = [self.at(schema["$ref"])] if "$ref" in schema else []
            parts += schema.get("allOf") or []
            for union in ("oneOf", "anyOf"):
                if schema.get(union):
                    parts += self.variant(schema, schema[union])
            found.append({key: value for key, value in schema.items() if key not in COMBINING})
            found += self.flat(parts, depth + 1)
        return found

    def variant(self, schema, variants):
        chosen = self.random.choice(variants)
        tag = schema.get("discriminator")
        if not isinstance(tag, dict) or not isinstance(chosen, dict) or "$ref" not in chosen:
            return [chosen]
        mapping = tag.get("mapping") or {}
        name = chosen["$ref"].rsplit("/", 1)[-1]
        values = [key for key, target in mapping.items() if target in (chosen["$ref"], name)] or [name]
        member = {"enum": values, "x-tag": True}
        return [chosen, {"properties": {tag["propertyName"]: member}, "required": [tag["propertyName"]]}]

    def make(self, schemas, depth):
        """Returns a value that matches all the schemas."""
        if depth > DEEPEST:
            raise Impossible("too deep")
        self.size += 1
        parts = self.flat(schemas, 0)
        for part in parts:
            if "const" in part:
                return part["const"]
        values = self.listed(parts)
        if values is not None:
            return self.random.choice(values)
        if parts and parts[0].get("nullable") and self.random.random() < 0.1:
            return None
        return self.typed(self.kind(parts), parts, depth)

    def listed(self, parts):
        """Returns the values that every `enum` contains, or `None` without an `enum`."""
        lists = [part["enum"] for part in parts if isinstance(part.get("enum"), list) and not part.get("x-tag")]
        tags = [part["enum"] for part in parts if part.get("x-tag")]
        if not lists:
            return tags[0] if tags else None
        values = [value for value in lists[0] if all(value in others for others in lists[1:])]
        values = [value for value in values if all(value in tag for tag in tags)] or values
        if not values:
            raise Impossible("enums without a common value")
        return values

    def kind(self, parts):
        """Returns a type that all the parts allow."""
        if any("x-read-as" in part for part in parts):
            return "integer"
        allowed = None
        for part in parts:
            types = part.get("type")
            if types is not None:
                types = {types} if isinstance(types, str) else set(types)
                types |= {"integer"} if "number" in types else set()
                allowed = types if allowed is None else allowed & types
        if allowed:
            return self.random.choice(sorted(allowed))
        if allowed is not None:
            raise Impossible("types without a common one")
        keys = {key for part in parts for key in part}
        if keys & {"properties", "required", "additionalProperties", "patternProperties"}:
            return "object"
        if keys & {"items", "prefixItems"}:
            return "array"
        if keys & {"minimum", "maximum"}:
            return "number"
        return self.random.choice(["string", "integer", "boolean"])

    def typed(self, kind, parts, depth):
        merged = {key: value for part in parts for key, value in part.items()}
        if kind == "object":
            return self.members(parts, depth)
        if kind == "array":
            return self.elements(parts, merged, depth)
        if kind == "string":
            return self.text(merged)
        if kind in ("integer", "number"):
            return self.number(kind, parts)
        return None if kind == "null" else self.random.random() < 0.5

    def members(self, parts, depth):
        known, required, value = {}, set(), {}
        for part in parts:
            for name, schema in (part.get("properties") or {}).items():
                known.setdefault(name, []).append(schema)
            if isinstance(part.get("required"), list):
                required |= set(part["required"])
        chance = 0 if depth >= DEEP or self.size > LARGE else [0.8, 0.6, 0.4, 0.3, 0.2][depth]
        for name, schemas in known.items():
            if name in required:
                value[name] = self.make(schemas, depth + 1)
            elif self.random.random() < chance:
                try:
                    value[name] = self.make(schemas, depth + 1)
                except Impossible:
                    continue
        for name in sorted(required - set(known)):
            value[name] = "given"
        self.add_others(parts, value, depth)
        return value

    def add_others(self, parts, value, depth):
        """Adds additional properties, if the schemas require them."""
        least = max((part.get("minProperties", 0) for part in parts), default=0)
        for part in parts:
            sources = list((part.get("patternProperties") or {}).items())
            if part.get("additionalProperties") not in (None, False):
                sources.append((None, part["additionalProperties"]))
            for pattern, schema in sources:
                count = max(least - len(value), 0 if depth >= DEEP or self.size > LARGE else self.random.randint(0, 2))
                for _ in range(count):
                    name = self.word() if pattern is None else self.matching(pattern)
                    if name not in value:
                        value[name] = self.make([schema], depth + 1)

    def elements(self, parts, merged, depth):
        least, most = merged.get("minItems", 0), merged.get("maxItems", 3)
        if depth >= DEEP or self.size > LARGE:
            most = least
        count = self.random.randint(least, max(least, min(most, least + 2)))
        first = merged.get("prefixItems") or []
        items = [part["items"] for part in parts if "items" in part]
        items = [{"anyOf": item} if isinstance(item, list) else item for item in items]
        count = max(count, len(first)) if first else count
        value = [self.make([first[index]] if index < len(first) else items, depth + 1) for index in range(count)]
        if merged.get("uniqueItems"):
            value = [item for index, item in enumerate(value) if item not in value[:index]]
        return value

    def number(self, kind, parts):
        low = max((part["minimum"] for part in parts if is_number(part.get("minimum"))), default=None)
        high = min((part["maximum"] for part in parts if is_number(part.get("maximum"))), default=None)
        for part in parts:
            for key, step in (("exclusiveMinimum", 1), ("exclusiveMaximum", -1)):
                if is_number(part.get(key)):
                    low, high = (part[key] + 1, high) if step > 0 else (low, part[key] - 1)
        low = low if low is not None else min(-1000 if self.random.random() < 0.2 else 0, high or 0)
        high = high if high is not None else low + 100_000
        if low > high:
            raise Impossible("bounds")
        steps = [part["multipleOf"] for part in parts if is_number(part.get("multipleOf"))]
        if steps:
            return steps[0] * (self.random.randint(0, 9) + int(low / steps[0]) + (low > 0))
        if kind == "integer":
            return self.random.randint(int(low), int(high))
        return round(self.random.uniform(low, high), self.random.randint(0, 3))

    def text(self, schema):
        made = FORMATS.get(schema.get("format"))
        if made:
            return made(self.random)
        if isinstance(schema.get("pattern"), str):
            return self.matching(schema["pattern"])
        least, most = schema.get("minLength", 0), schema.get("maxLength", 400)
        text = self.random.choice(["", self.word(), "Zoë’s \"quoted\" \\ path/ü", "true", "12", "a\nb\tc", "🧾🇪🇺"])
        return (text + "x" * max(0, least - len(text)))[:most]

    def word(self):
        return "".join(self.random.choice(string.ascii_lowercase) for _ in range(self.random.randint(3, 8)))

    def matching(self, pattern):
        """Returns a string that matches a regular expression of a common form."""
        try:
            return self.spelled(pattern_parser.parse(pattern))
        except (re.error, OverflowError, RecursionError):
            raise Impossible(pattern) from None

    def spelled(self, tokens):
        return "".join(self.token(str(name), value) for name, value in tokens)

    def token(self, name, value):
        if name in ("AT", "ASSERT", "ASSERT_NOT"):
            return ""
        if name == "LITERAL":
            return chr(value)
        if name == "ANY":
            return self.random.choice(string.ascii_letters)
        if name == "NOT_LITERAL":
            return "b" if value == ord("a") else "a"
        if name == "IN":
            return self.member(value)
        if name == "BRANCH":
            return self.spelled(self.random.choice(value[1]))
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, tokens = value
            return "".join(self.spelled(tokens) for _ in range(self.random.randint(least, min(most, least + 4))))
        if name == "SUBPATTERN":
            return self.spelled(value[-1])
        raise Impossible(name)

    def member(self, choices):
        """Returns a character of a set."""
        classes = {"CATEGORY_DIGIT": "0123456789", "CATEGORY_WORD": "abcXYZ019_", "CATEGORY_SPACE": " "}
        names = [(str(name), value) for name, value in choices]
        if names[0][0] == "NEGATE":
            banned = set("".join(self.spread(item, classes) for item in names[1:]))
            allowed = [letter for letter in string.ascii_letters + "09-_ %é" if letter not in banned]
            return self.random.choice(allowed or ["é"])
        return self.random.choice(self.spread(self.random.choice(names), classes) or "a")

    def spread(self, item, classes):
        name, value = item
        if name == "LITERAL":
            return chr(value)
        if name == "RANGE":
            return "".join(map(chr, range(value[0], min(value[1], value[0] + 200) + 1)))
        return classes.get(str(value), "!")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def moment(chance):
    fraction = chance.choice(["", ".5", ".123", ".123456"])
    zone = chance.choice(["Z", "+02:00", "-07:30"])
    day = f"20{chance.randint(10, 37)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    return f"{day}T0{chance.randint(0, 9)}:08:09{fraction}{zone}"


FORMATS = {
    "date-time": moment,
    "date": lambda chance: moment(chance)[:10],
    "time": lambda chance: moment(chance)[11:19] + "Z",
    "duration": lambda chance: f"P{chance.randint(1, 9)}DT{chance.randint(1, 9)}H",
    "uuid": lambda chance: str(uuid.UUID(int=chance.getrandbits(128), version=4)),
    "uri": lambda chance: f"https://example.com/{chance.randint(1, 999)}?q=%20a&b#c",
    "byte": lambda chance: base64.b64encode(chance.randbytes(chance.randint(0, 9))).decode(),
    "email": lambda chance: f"someone{chance.randint(1, 99)}@example.com",
    "ipv4": lambda chance: f"192.0.2.{chance.randint(1, 254)}",
    "decimal": lambda chance: f"{chance.randint(0, 999)}.{chance.randint(10, 99)}",
}
FORMATS["url"] = FORMATS["uri"]
# The only representation of bytes in JSON.
FORMATS["binary"] = FORMATS["byte"]
