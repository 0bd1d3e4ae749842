"""Random schemas: scalars of every format, objects, unions, compositions, with defaults and directions."""

SCALARS = [
    {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "boolean"}, {"type": "object"},
    {"type": "integer", "format": "int64"}, {"type": "integer", "format": "int32"}, {"type": "array"},
    {"type": "integer", "format": "uint64"}, {"type": "number", "format": "float"}, {"type": "string", "format": "odd"},
    {"type": "string", "format": "date-time"}, {"type": "string", "format": "date"},
    {"type": "string", "format": "uuid"}, {"type": "string", "format": "uri"},
    {"type": "string", "format": "byte"}, {"type": "string", "format": "binary"},
    {"type": "number", "format": "decimal"}, {"type": "string", "format": "duration"}, {"not": {}}, {},
    {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "^a+$"}, {"enum": ["x", 1, None, True]},
    {"type": "integer", "minimum": 3, "exclusiveMaximum": 9, "multipleOf": 2}, {"type": "boolean", "enum": [True]},
    {"type": "string", "enum": ["a", "A", "", "1", "-", "a b", "nil", "init"]},
    {"type": "number", "enum": [0.5, 1, -2.25]}, {"type": "integer", "enum": [0, -1, 1, 10]},
    {"type": ["string", "null"]}, {"type": ["integer", "string"]},
    {"type": ["object", "null"]}, {"type": "null"}, {"type": ["string", "null"], "enum": ["a", None]}, {"const": "fix"},
    {"const": 7}, {"const": None}, {"const": {"a": 1}}, {"type": "string", "const": "kind"}, True, False,
    {"type": "string", "contentMediaType": "application/json"}, {"type": "string", "contentEncoding": "base64"},
]
DEFAULTS = ["a", 1, 0.5, True, None, [], {}, ["a"], {"a": 1}, "2020-01-01T00:00:00Z", -1, 3000000000, "fix"]
NAMES = ["a", "b", "id", "Id", "type", "kind", "self", "value", "body", "items", "next", "file", "data", "unknown"]
XML = [{"attribute": True}, {"name": "q"}, {"wrapped": True}, {"namespace": "u:a", "prefix": "p"}]


def is_old(schema):
    """Returns whether OpenAPI 3.0 has a schema."""
    if not isinstance(schema, dict) or isinstance(schema.get("type"), list):
        return False
    return "const" not in schema and schema.get("type") != "null" and "exclusiveMaximum" not in schema


class SchemaMaker:
    """Makes the schemas of one document."""

    def __init__(self, source, version):
        self.random = source
        self.version = version
        self.is_old = version.startswith("3.0")
        names = ["S0", "S1", "S2", "S3", "S4", "S5", "S6", "Cat", "Dog", "Pet"]
        self.schemas = {name: None for name in names[: source.randint(3, 10)]}
        for name in self.schemas:
            self.schemas[name] = self.schema(0)

    def chance(self, probability):
        return self.random.random() < probability

    def reference(self):
        return {"$ref": f"#/components/schemas/{self.random.choice(sorted(self.schemas))}"}

    def scalar(self):
        result = self.random.choice([item for item in SCALARS if not self.is_old or is_old(item)])
        if not isinstance(result, dict):
            return result
        result = dict(result)
        if self.chance(0.25):
            result["default"] = self.random.choice(DEFAULTS)
        if self.chance(0.1):
            result["readOnly" if self.chance(0.5) else "writeOnly"] = True
        if self.is_old and self.chance(0.15):
            result["nullable"] = True
        if self.chance(0.05):
            result["deprecated"] = True
        if self.chance(0.1):
            result["xml"] = self.random.choice(XML)
        return result

    def object(self, depth):
        members = {self.random.choice(NAMES): self.schema(depth + 1) for _ in range(self.random.randint(0, 5))}
        result = {"type": "object", "properties": members}
        required = [name for name in members if self.chance(0.25)] + (["ghost"] if self.chance(0.03) else [])
        if required:
            result["required"] = required
        for name, schema in members.items():
            if isinstance(schema, dict) and "$ref" not in schema and self.chance(0.12):
                members[name] = {**schema, self.random.choice(["readOnly", "writeOnly"]): True}
        if self.chance(0.3):
            result["additionalProperties"] = self.random.choice([True, False, self.schema(depth + 1)])
        if self.chance(0.05) and not self.is_old:
            result["patternProperties"] = {"^x-": self.schema(depth + 1)}
        if self.chance(0.1):
            result["minProperties"] = 1
        return result

    def part(self, depth, probability):
        return self.schema(depth + 1) if self.chance(probability) else self.reference()

    def union(self, depth):
        variants = [self.part(depth, 0.4) for _ in range(self.random.randint(1, 4))]
        if self.chance(0.2) and not self.is_old:
            variants.append({"type": "null"})
        result = {self.random.choice(["oneOf", "anyOf"]): variants}
        if self.chance(0.35):
            result["discriminator"] = self.discriminator()
        if self.chance(0.15):
            result.update(self.object(depth + 1))
        return result

    def discriminator(self):
        result = {"propertyName": self.random.choice(["kind", "type", "a"])}
        if self.chance(0.4):
            values = self.random.sample(["a", "A", "1", "", "self"], 2)
            result["mapping"] = {value: self.reference()["$ref"] for value in values}
        if self.version == "3.2.0" and self.chance(0.3):
            result["defaultMapping"] = self.reference()["$ref"]
        return result

    def array(self, depth):
        result = {"type": "array", "items": self.schema(depth + 1)}
        if self.chance(0.2):
            result.update(self.random.choice([{"minItems": 1}, {"maxItems": 2}, {"uniqueItems": True}]))
        if self.chance(0.1) and not self.is_old:
            result["prefixItems"] = [self.schema(depth + 1), self.schema(depth + 1)]
        if self.chance(0.1):
            result["xml"] = {"wrapped": True}
        return result

    def schema(self, depth):
        kind = self.random.random()
        if depth > 3 or kind < 0.3:
            return self.scalar()
        if kind < 0.45:
            return self.reference()
        if kind < 0.65:
            return self.object(depth)
        if kind < 0.75:
            return self.array(depth)
        if kind < 0.88:
            return self.union(depth)
        if kind < 0.95:
            return {"allOf": [self.part(depth, 0.5) for _ in range(self.random.randint(1, 3))]}
        return {"type": "object", "additionalProperties": self.schema(depth + 1)}
