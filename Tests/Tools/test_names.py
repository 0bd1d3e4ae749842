"""Compiles modules of random documents, in which the generator has much to rename and to combine.

Documents of one kind repeat names of tags, operations, schemas, parameters and files, in other letter cases and with
other separators, and use names of generated and of Swift's own declarations. Those of the other kind combine media
types, streams, compositions, parameters and statuses. The module, its mocks and its server must compile.

Usage: test_names.py --generator FILE --build DIR [--seeds COUNT] [--first SEED] [--keep]
       test_names.py --generator FILE --only-generate [--seeds COUNT] [--first SEED]
"""

import argparse
import json
import pathlib
import random
import shutil
import sys
import urllib.parse

from corpus import BUILD, Run, c_flags, check_module, compile_module, swift_files
from random_shapes import ShapeSpec

WORDS = [
    "note", "Note", "NOTE", "notes", "Notes", "note 2", "Note2", "note_2", "note-list", "noteList", "NoteList", "list",
    "List", "get", "getNote", "get_note", "operations", "Operations", "client", "Client", "sender", "options", "body",
    "call", "error", "Error", "response", "Response", "self", "Self", "Type", "init", "default", "unknown", "none",
    "some", "String", "Int", "Data", "Date", "URL", "Model", "Result", "Protocol", "Task", "main", "all", "keys",
    "1", "2x", "é", "e", "", "a/b", "a.b", "x-y", "withResponse", "mock", "Mock", "service", "Service", "request",
]
SUFFIXES = [
    "", "", "", "", "", "", "", "", "Error", "Operations", "Response", "Body", "Client", "Mock", "Item", "Protocol", "s",
    "2", "ToFile", "Stream", "Events", "OrDefault", "Input", "Pages", "Value", "Types", "ContentType", "Group",
]
TYPES = ["string", "integer", "number", "boolean"]
FILES = ["more.yaml", "More/more.yaml", "parts/Note.yaml"]


class Spec:
    """A random document with its other files."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.is_old = seed % 4 == 3
        self.words = self.random.sample(WORDS, self.random.randint(4, 14))
        self.others = {name: {} for name in FILES if self.random.random() < 0.5}
        self.schemas = {}
        for _ in range(self.random.randint(2, 9)):
            self.schemas.setdefault(self.name() or "x", None)
        for file in self.others.values():
            for _ in range(2):
                file.setdefault(self.name() or "x", None)
        self.is_inside = True
        for file in self.others.values():
            for name in file:
                file[name] = self.object(1)
        self.is_inside = False
        for name in self.schemas:
            self.schemas[name] = self.schema()

    def name(self):
        word = self.random.choice(self.words) + self.random.choice(SUFFIXES)
        change = self.random.choice([str, str, str, str.lower, str.upper, str.title, lambda text: text + " "])
        return change(word)

    def reference(self):
        if self.is_inside:
            return self.scalar()
        if self.others and self.random.random() < 0.3:
            file = self.random.choice(sorted(self.others))
            return {"$ref": f"{file}#/{self.escaped(self.random.choice(sorted(self.others[file])))}"}
        place = "definitions" if self.is_old else "components/schemas"
        return {"$ref": f"#/{place}/{self.escaped(self.random.choice(sorted(self.schemas)))}"}

    @staticmethod
    def escaped(name):
        """Returns a name as a step of a JSON Pointer in a URI fragment."""
        return urllib.parse.quote(name.replace("~", "~0").replace("/", "~1"), safe="")

    def scalar(self):
        result = {"type": self.random.choice(TYPES)}
        if result["type"] == "string" and self.random.random() < 0.3:
            result["enum"] = sorted({self.name() for _ in range(4)})
        return result

    def object(self, depth):
        members = {self.name() or "x": self.value(depth + 1) for _ in range(self.random.randint(1, 6))}
        return {"type": "object", "properties": members, "required": [n for n in members if self.random.random() < 0.2]}

    def value(self, depth):
        kind = self.random.random()
        if kind < 0.5 or depth > 2:
            return self.scalar()
        if kind < 0.7:
            return self.reference()
        if kind < 0.85:
            return {"type": "array", "items": self.value(depth + 1)}
        return self.object(depth)

    def schema(self):
        kind = self.random.random()
        if kind < 0.65:
            return self.object(0)
        if kind < 0.8 and not self.is_old:
            return {"oneOf": [self.reference(), self.object(1), self.scalar()]}
        return self.scalar() if kind < 0.9 else {"allOf": [self.reference(), self.object(1)]}

    def parameters(self):
        result = []
        for _ in range(self.random.randint(0, 5)):
            place = self.random.choice(["query", "query", "header"])
            name = self.name() or "q"
            if place == "header":
                name = "".join(letter for letter in name if letter.isalnum() and letter.isascii()) or "h"
            item = {"name": name, "in": place}
            result.append({**item, **({"type": "string"} if self.is_old else {"schema": self.scalar()})})
        return result

    def body(self, value):
        return {"schema": value} if self.is_old else {"content": {"application/json": {"schema": value}}}

    def operation(self, method):
        result = {"responses": {"200": {"description": "A.", **self.body(self.value(1))}}}
        if not self.is_old and self.random.random() < 0.25:
            # A file is a method of its own, whose name has a suffix.
            result["responses"]["200"]["content"] = {"application/octet-stream": {}}
        if self.random.random() < 0.5:
            result["responses"]["400"] = {"description": "B.", **self.body(self.value(1))}
        if self.random.random() < 0.8:
            result["operationId"] = self.name()
        if self.random.random() < 0.8:
            result["tags"] = [self.name() for _ in range(self.random.randint(1, 2))]
        result["parameters"] = self.parameters()
        if method != "get" and self.random.random() < 0.6:
            if self.is_old:
                result["parameters"].append({"name": "body", "in": "body", **self.body(self.value(0))})
            else:
                result["requestBody"] = self.body(self.value(0))
        return result

    def document(self):
        tags = [{"name": self.name()} for _ in range(self.random.randint(0, 6))]
        paths = {}
        for _ in range(self.random.randint(1, 6)):
            path = "/" + "/".join(self.name().strip().replace("/", "") or "p" for _ in range(self.random.randint(1, 2)))
            paths[path] = {m: self.operation(m) for m in self.random.sample(["get", "put", "post"], 2)}
        result = {"info": {"title": "Names", "version": "1"}, "tags": tags, "paths": paths}
        if self.is_old:
            return {"swagger": "2.0", **result, "definitions": self.schemas}
        return {"openapi": "3.1.0", **result, "components": {"schemas": self.schemas}}


def check(seed, kind, options):
    """Returns the first problem of a document, or `None`."""
    folder = BUILD / "test-names" / f"{kind.__name__}{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    spec = kind(seed)
    for name, content in {**spec.others, "names.json": spec.document()}.items():
        path = folder / "spec" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=1))
    run = Run([
        options.generator, "generate", "--spec", folder / "spec" / "names.json", "--module", "NamesAPI",
        "--output", folder / "Module", "--mocks", folder / "Mocks", "--server", folder / "Server",
    ])
    if run.code != 0:
        return "cannot be generated: " + next((line for line in run.output.splitlines() if "error" in line), run.output)
    if options.only_generate:
        shutil.rmtree(folder)
        return None
    modules = options.build / "Modules"
    flags = ["-warnings-as-errors"]
    run = compile_module("NamesAPI", swift_files(folder / "Module"), folder / "objects", modules, *flags)
    if run.code == 0:
        for kind in ["Mocks", "Server"]:
            files = swift_files(folder / kind)
            if files and run.code == 0:
                run = check_module(
                    f"Names{kind}", files, folder / f"{kind}.objects", folder / "objects", "-I", modules, *flags,
                    *options.c_flags,
                )
    if run.code != 0:
        errors = [line for line in run.output.splitlines() if ": error:" in line]
        return f"does not compile: {errors[0].replace(str(folder) + '/', '') if errors else run.output[-300:]}"
    if not options.keep:
        shutil.rmtree(folder)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--generator", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--only-generate", action="store_true")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    options.generator = options.generator.resolve()
    if not options.only_generate:
        options.build = options.build.absolute()
        options.checkouts = None
        options.c_flags = c_flags(options)
    failures = 0
    for seed in range(options.first, options.first + options.seeds):
        for kind in (Spec, ShapeSpec):
            problem = check(seed, kind, options)
            if problem:
                failures += 1
                print(f"{kind.__name__} {seed} {problem}", flush=True)
    print(f"{options.seeds * 2} documents, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
