"""Random documents that combine media types, streams, compositions, parameters and statuses."""

import random

from random_schemas import NAMES, SchemaMaker

MEDIA = [
    "application/json", "application/json", "application/json", "application/problem+json", "text/plain", "text/html",
    "application/vnd.a+json; v=2", "text/event-stream", "application/jsonl", "application/x-ndjson", "image/*", "*/*",
    "application/json-seq", "multipart/mixed", "multipart/form-data", "multipart/related", "image/png", "image/jpeg",
    "application/x-www-form-urlencoded", "application/octet-stream", "application/xml", "text/xml", "video/mp4",
    "application/atom+xml", "application/json-patch+json", "application/merge-patch+json", "text/*", "application/*",
    "text/csv", "application/pdf", "application/geo+json-seq", "audio/*", "application/json; charset=utf-8",
    "TEXT/Plain",
]
ENCODINGS = [
    {"contentType": "application/json"}, {"contentType": "image/png, image/jpeg"}, {"contentType": "application/xml"},
    {"style": "deepObject", "explode": True}, {"style": "pipeDelimited"}, {"contentType": "text/plain"},
    {"headers": {"X-P": {"schema": {"type": "string"}}}},
]
METHODS = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]
STATUSES = [
    "100", "200", "201", "202", "204", "206", "2XX", "301", "304", "3XX", "400", "401", "404", "4XX", "500", "5XX",
    "default",
]
HEADERS = [
    "X-A", "x-a", "ETag", "Link", "Location", "Content-Type", "Retry-After", "X-Type", "Set-Cookie", "Content-Length",
]
PARAMETERS = ["a[]", "a[b]", "filter", "page", "limit", "client", "options", "call", "result", "accept", "contentType"]
STYLES = ["form", "spaceDelimited", "pipeDelimited", "deepObject"]


class ShapeSpec:
    """A random document in one file."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.version = ["3.1.0", "3.0.3", "3.2.0", "3.1.1"][seed % 4]
        self.others = {}
        self.schemas = SchemaMaker(self.random, self.version)
        self.chance = self.schemas.chance

    def media(self, media_type):
        result = {}
        if self.version == "3.2.0" and self.chance(0.3):
            result["itemSchema"] = self.schemas.schema(1)
            if self.chance(0.3):
                result["schema"] = self.schemas.schema(1)
        elif self.chance(0.93):
            result["schema"] = self.schemas.schema(0)
        if not media_type.startswith("multipart") and "form" not in media_type:
            return result
        if "schema" in result and self.chance(0.8):
            result["schema"] = self.schemas.object(1)
            encoded = [name for name in result["schema"]["properties"] if self.chance(0.2)]
            if encoded:
                result["encoding"] = {name: self.random.choice(ENCODINGS) for name in encoded}
        if self.version == "3.2.0" and media_type == "multipart/mixed" and self.chance(0.5):
            result.pop("encoding", None)
            if self.chance(0.4):
                result["prefixEncoding"] = [{"contentType": "application/json"}, {"contentType": "image/*"}]
            else:
                result["itemEncoding"] = {"contentType": "application/json"}
        return result

    def content(self):
        types = self.random.sample(MEDIA, self.random.choice([1, 1, 1, 2, 2, 3, 5]))
        return {media_type: self.media(media_type) for media_type in types}

    def response(self):
        result = {"description": "."}
        if self.chance(0.8):
            result["content"] = self.content()
        if self.chance(0.3):
            result["headers"] = {
                name: {"schema": self.schemas.scalar(), "required": self.chance(0.3)}
                for name in self.random.sample(HEADERS, 2)
            }
        return result

    def hook(self):
        return {"post": {"requestBody": {"content": self.content()}, "responses": {"200": self.response()}}}

    def parameter(self):
        place = self.random.choice(["query", "query", "query", "header", "cookie"])
        name = self.random.choice(NAMES + HEADERS + PARAMETERS)
        result = {"name": name, "in": place, "required": self.chance(0.3)}
        if self.chance(0.1):
            return {**result, "content": {"application/json": {"schema": self.schemas.schema(1)}}}
        result["schema"] = self.schemas.schema(2) if self.chance(0.5) else self.schemas.scalar()
        if self.chance(0.3):
            if place == "query":
                result["style"] = self.random.choice(STYLES)
            result["explode"] = self.chance(0.5)
        if self.chance(0.1):
            result["allowReserved"] = True
        return result

    def parameters(self, path_names):
        result = {}
        for _ in range(self.random.randint(0, 5)):
            item = self.parameter()
            result[item["name"].lower(), item["in"]] = item
        for name in path_names:
            schema = self.schemas.scalar() if self.chance(0.8) else self.schemas.schema(2)
            result[name, "path"] = {"name": name, "in": "path", "required": True, "schema": schema}
            if self.chance(0.3):
                result[name, "path"]["style"] = self.random.choice(["simple", "label", "matrix"])
        if self.version == "3.2.0" and self.chance(0.1):
            result = {key: item for key, item in result.items() if item["in"] != "query"}
            content = {"application/x-www-form-urlencoded": {"schema": self.schemas.object(1)}}
            result["q", "querystring"] = {"name": "q", "in": "querystring", "content": content}
        return list(result.values())

    def operation(self, number, method, path_names):
        statuses = self.random.sample(STATUSES, self.random.randint(1, 5))
        result = {"responses": {status: self.response() for status in statuses}}
        if self.chance(0.7):
            result["operationId"] = f"op{number}{method}"
        if self.chance(0.6):
            tags = ["a", "A", "b c", "Pet", "S0"]
            result["tags"] = [self.random.choice(tags) for _ in range(self.random.randint(1, 3))]
        result["parameters"] = self.parameters(path_names)
        if method not in ("get", "head", "trace") and self.chance(0.7) or self.chance(0.03):
            result["requestBody"] = {"content": self.content(), "required": self.chance(0.6)}
        if "requestBody" in result and self.chance(0.3):
            # A schema that travels both ways has two views if their properties differ.
            content = {"application/json": {"schema": self.schemas.reference()}}
            result["requestBody"]["content"] = content
            result["responses"]["200"] = {"description": ".", "content": content}
        if self.chance(0.05):
            result["callbacks"] = {"onIt": {"{$request.body#/a}": self.hook()}}
        if self.chance(0.2):
            uses = [[], [{}], [{"k": []}, {"b": []}], [{"k": [], "b": []}], [{"o": ["s"]}]]
            result["security"] = self.random.choice(uses)
        if self.chance(0.1):
            result["deprecated"] = True
        return result

    def path(self, number, names):
        methods = self.random.sample(METHODS, self.random.randint(1, 3))
        result = {method: self.operation(number, method, names) for method in methods}
        if self.version == "3.2.0" and self.chance(0.2):
            result["query"] = self.operation(number, "query", names)
        if self.version == "3.2.0" and self.chance(0.2):
            result["additionalOperations"] = {"LINK": self.operation(number, "LINK", names)}
        return result

    def document(self):
        paths = {}
        for number in range(self.random.randint(1, 6)):
            names = self.random.sample(["id", "self", "in", "a", "body"], self.random.choice([0, 0, 1, 2]))
            paths[f"/p{number}" + "".join("/{%s}" % name for name in names)] = self.path(number, names)
        place = self.random.choice(["query", "header", "cookie"])
        flow = {"tokenUrl": "https://a.example/t", "scopes": {"s": "."}}
        schemes = {
            "k": {"type": "apiKey", "in": place, "name": "key"},
            "b": {"type": "http", "scheme": self.random.choice(["bearer", "basic"])},
            "o": {"type": "oauth2", "flows": {"clientCredentials": flow}},
        }
        result = {"openapi": self.version, "info": {"title": "Shapes", "version": "1"}, "paths": paths}
        result["components"] = {"schemas": self.schemas.schemas, "securitySchemes": schemes}
        if self.version.startswith("3.1") and self.chance(0.4):
            result["webhooks"] = {name: self.hook() for name in self.random.sample(["a", "A", "order paid", "S0"], 2)}
        if self.chance(0.5):
            variables = {"h": {"default": "a", "enum": ["a", "b"]}}
            result["servers"] = [{"url": "https://{h}.example", "variables": variables}, {"url": "/v1"}]
        return result
