"""Tests the generator with a corpus of real documents.

Generates each document twice (the second run must change nothing), and compiles it with warnings as errors, as well as
its mocks and, with `--server`, its server. Compiles some documents with main actor isolation too. The numbers of
warnings must equal those in `Tests/Corpus/warnings.json`, which `--record` rewrites. Then decodes and encodes every
example of the document with the compiled types. The result must be equal JSON, unless the example violates its schema
according to JSON Schema. The same applies to random values for each schema with its own type.

Usage: test_corpus.py --corpus DIR --generator FILE --build DIR [--only NAME,…] [--server] [--record]
"""

import argparse
import datetime
import decimal
import json
import pathlib
import re
import shutil
import sys
import time
from collections import Counter

from example_judge import Judge, sources
from example_maker import Impossible, Maker

from corpus import (
    BUILD, FEATURES, ROOT, Run, c_flags, check_module, compile_module, documents, module_name, module_objects, size,
    swift_files,
)

EXPECTED = ROOT / "Tests" / "Corpus" / "warnings.json"
#: Documents that are also compiled with main actor isolation.
ISOLATED = {"petstore", "oas31-train-travel"}
LINES = 2000
#: Maximum number of lines of mocks and servers to compile. Longer ones are type-checked only.
COMPILED = 20_000
#: Results that are errors for an example that matches its schema.
FAILURES = ("unreadable", "different")

DRIVER = """\
import APIRuntime
@testable import {module}

func roundTrip<Value: JSONCodable>(_: Value.Type) -> (String) throws -> String {{
    {{ text in
        let value: Value = try JSONCoding.decode(from: Array(text.utf8))
        return String(decoding: JSONCoding.encode(value), as: UTF8.self)
    }}
}}

/// Types that are not JSON, such as bodies in parts, have no round trip.
func add(_ name: String, _ type: any Any.Type) {{
    guard let type = type as? any JSONCodable.Type else {{ return }}
    types[name] = roundTrip(type)
}}

var types: [String: (String) throws -> String] = [:]
{types}
while let line = readLine(), let tab = line.firstIndex(of: "\\t") {{
    do {{
        print(try types[String(line[..<tab])]?(String(line[line.index(after: tab)...])) ?? "#")
    }} catch {{
        print("! \\(error)".split(separator: "\\n").joined(separator: " "))
    }}
}}
"""


class Document:
    """A document and its generated modules."""

    def __init__(self, path, options):
        self.path = path
        self.options = options
        self.module = module_name(path)
        self.folder = BUILD / "test-corpus" / self.module
        self.output = self.folder / "Module"
        self.mocks = self.folder / "Mocks"
        self.server = self.folder / "Server"
        self.problems = []
        self.notes = []

    def check(self, expected):
        """Runs all steps in order, until a failure prevents the next one."""
        shutil.rmtree(self.folder, ignore_errors=True)
        run = self.generate()
        self.warnings = Counter(json.loads(line)["rule"] for line in run.output.splitlines() if line.startswith("{"))
        if run.code != 0:
            self.problems.append(f"cannot be generated: {run.output.strip().splitlines()[-1]}")
            return
        self.check_second_run()
        self.check_lengths()
        if not self.options.record and dict(self.warnings) != expected.get(self.path.stem):
            self.problems.append(f"has the warnings {dict(self.warnings)}, expected {expected.get(self.path.stem)}")
        if self.compiles():
            self.check_companion("Mocks", self.mocks)
            if self.options.server:
                self.check_companion("Server", self.server, *self.options.c_flags)
            self.check_examples()

    def generate(self):
        return Run([
            self.options.generator, "generate", "--spec", self.path, "--module", self.module,
            "--output", self.output, "--mocks", self.mocks, "--server", self.server, "--format", "json",
        ])

    def check_second_run(self):
        def state():
            files = [path for path in self.folder.rglob("*") if path.is_file()]
            return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in files}

        first = state()
        self.generate()
        changed = [str(path.relative_to(self.folder)) for path, value in state().items() if first.get(path) != value]
        if changed:
            self.problems.append(f"a second run changes {len(changed)} files, among them {changed[0]}")

    def check_lengths(self):
        """Checks that long files contain one schema only."""
        for path in swift_files(self.output):
            lines = path.read_text().splitlines()
            types = sum(1 for line in lines if re.match(r"(public )?(indirect )?(struct|enum|typealias) ", line))
            if len(lines) > LINES and types != 1:
                self.problems.append(f"{path.name} has {len(lines)} lines")

    def check_companion(self, kind, folder, *flags):
        """Compiles a module that imports the client's."""
        files = swift_files(folder)
        if not files:
            return
        compiler = compile_module if size(folder)[0] <= COMPILED else check_module
        # The document's module takes precedence over a module of the build with the same name.
        run = compiler(
            self.module + kind, files, self.folder / f"{kind}.objects", self.folder / "objects",
            "-warnings-as-errors", "-I", self.options.build / "Modules", *flags,
        )
        if run.code != 0:
            self.report(kind, run)

    def report(self, kind, run):
        """Records the compiler's messages about a module."""
        errors = [line for line in run.output.splitlines() if re.match(r"\S.*: error:", line)]
        shown = re.sub(rf"^.*/{kind.split()[0]}/", "", errors[0]) if errors else run.output[-300:]
        self.problems.append(f"{kind} does not compile: {len(errors)} errors, first {shown}")

    def compiles(self):
        modules = self.options.build / "Modules"
        files = swift_files(self.output)
        variants = [[]] + ([["-default-isolation", "MainActor"]] if self.path.stem in ISOLATED else [])
        # The examples use the last one, so the one without flags is last.
        for flags in reversed(variants):
            run = compile_module(
                self.module, files, self.folder / "objects", modules, "-warnings-as-errors", *flags
            )
            if run.code != 0:
                self.report(" ".join(["Module", *flags]), run)
                return False
        return True

    def examples(self):
        """Returns types with their examples, as collected by the generator for fixtures."""
        for path in sorted((self.mocks / "Examples").glob("*.swift")) if self.mocks.exists() else []:
            name = None
            for line in path.read_text().splitlines():
                head = re.match(r"extension (\S+) \{", line)
                name = head.group(1).removeprefix(f"{self.module}.") if head else name
                text = re.match(r'\s+"(.*)",$', line)
                if text and name:
                    yield name, unescaped(text.group(1))

    def made(self, count):
        """Returns types with random values that match their schemas."""
        judge = Judge(self.path)
        maker = Maker(self.path, self.options.seed)
        for name, place in sorted(sources(swift_files(self.output / "Models")).items()):
            for _ in range(count):
                try:
                    value = maker.value(place)
                except Impossible:
                    continue
                if judge.fault(place, value) is None:
                    yield name, json.dumps(value, ensure_ascii=False)

    def check_examples(self):
        examples = [(name, text) for name, text in self.examples() if "\n" not in text]
        self.try_values(examples, "examples")
        self.try_values(list(self.made(self.options.made)), "random values")

    def try_values(self, examples, what):
        if not examples:
            return
        results = self.round_trips(examples)
        if results is None:
            return
        kinds = Counter()
        faults = self.faults(examples, results)
        for number, ((name, text), result) in enumerate(zip(examples, results)):
            kind = outcome(text, result)
            fault = faults.get(number)
            if fault:
                kind = "that break their own schemas"
            kinds[kind] += 1
            if fault and self.options.verbose:
                self.notes.append(f"{name} breaks its own schema at {fault}; {difference(text, result)}")
            elif kind in FAILURES:
                self.problems.append(f"one of the {what} of {name} is {kind}: {difference(text, result)}")
        self.notes.insert(0, f"{what}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))

    def faults(self, examples, results):
        """Returns the problems of the examples that changed, by their indices."""
        failed = {
            number: pair for number, pair in enumerate(examples) if outcome(pair[1], results[number]) in FAILURES
        }
        if not failed:
            return {}
        judge = Judge(self.path)
        places = sources(swift_files(self.output))
        return {
            number: judge.fault(places[name], json.loads(text))
            for number, (name, text) in failed.items() if name in places
        }

    def round_trips(self, examples):
        """Returns the result of decoding and encoding each example with the compiled types."""
        names = sorted({name for name, _ in examples})
        lines = [f'add("{name}", {self.module}.{name}.self)' for name in names]
        driver = self.folder / "main.swift"
        driver.write_text(DRIVER.format(module=self.module, types="\n".join(lines)))
        modules = self.options.build / "Modules"
        objects = sorted((self.folder / "objects").glob("*.o"))
        for name in ("APIRuntime", "FileSupport", "APIRequestDecoding", "APIWebhooks", "HTTPTypes", "Logging"):
            objects += module_objects(self.options.build / f"{name}.build")
        features = [item for feature in FEATURES for item in ("-enable-upcoming-feature", feature)]
        program = self.folder / "examples"
        run = Run([
            "swiftc", driver, *objects, "-I", self.folder / "objects", "-I", modules, "-swift-version", "5",
            *features, "-o", program,
        ])
        if run.code != 0:
            self.problems.append(f"the examples' driver does not compile: {run.output[-600:]}")
            return None
        (self.folder / "examples.txt").write_text("".join(f"{name}\t{text}\n" for name, text in examples))
        with open(self.folder / "examples.txt", "rb") as lines:
            run = Run([program], stdin=lines)
        results = run.output.splitlines()
        if len(results) != len(examples):
            self.problems.append(f"the examples' driver stopped after {len(results)} of {len(examples)}: {results[-1:]}")
            return None
        return results


def unescaped(literal):
    """Returns the value of a Swift string literal without its quotes."""
    plain = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "0": "\0"}
    return re.sub(
        r"\\(?:u\{([0-9A-Fa-f]+)\}|(.))",
        lambda match: chr(int(match.group(1), 16)) if match.group(1) else plain.get(match.group(2), match.group(2)),
        literal,
    )


def parsed(text):
    return json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal)


class Moment(float):
    """A time, which equals another one in the same millisecond, because that is what models write."""

    def __eq__(self, other):
        return isinstance(other, Moment) and abs(self - other) < 0.000_6

    __hash__ = None


def compared(before, after):
    """Returns `equal`, `equal but for …` for the same values in another spelling, or `different`."""
    before, after = parsed(before), parsed(after)
    if before == after:
        return "equal"
    if without_null(before) == without_null(after):
        return "equal but for properties that are null"
    if normal(without_null(before)) == normal(without_null(after)):
        return "equal but for the spelling of dates"
    return "different"


def outcome(before, result):
    """Returns the result for an example."""
    if result == "#":
        return "of types that are not JSON"
    return "unreadable" if result.startswith("!") else compared(before, result)


def without_null(value):
    """Removes properties that are null, which equal absent ones if a schema does not distinguish them."""
    if isinstance(value, dict):
        return {key: without_null(item) for key, item in value.items() if item is not None}
    return [without_null(item) for item in value] if isinstance(value, list) else value


def normal(value):
    """Returns dates in a uniform spelling, and times in milliseconds."""
    if isinstance(value, dict):
        return {key: normal(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normal(item) for item in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d", value):
        try:
            return Moment(datetime.datetime.fromisoformat(value.upper().replace("Z", "+00:00")).timestamp())
        except ValueError:
            return value
    return value


def difference(before, after):
    """Returns the first path at which two documents differ."""
    if after.startswith("!"):
        return after[2:300]

    def walk(one, two, path):
        if isinstance(one, dict) and isinstance(two, dict):
            for key in list(one) + [key for key in two if key not in one]:
                if key not in one or key not in two:
                    return f"{path}/{key} is {'added' if key in two else 'lost'}"
                found = walk(one[key], two[key], f"{path}/{key}")
                if found:
                    return found
            return None
        if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
            return next(filter(None, (walk(*pair, f"{path}/{i}") for i, pair in enumerate(zip(one, two)))), None)
        return None if one == two else f"{path}: {str(one)[:80]} becomes {str(two)[:80]}"

    return walk(without_null(parsed(before)), without_null(parsed(after)), "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--generator", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True, type=pathlib.Path, help="folder of the debug build")
    parser.add_argument("--only", default="", help="comma-separated names of documents")
    parser.add_argument("--server", action="store_true", help="compile servers too; requires a build of APIServer")
    parser.add_argument("--checkouts", type=pathlib.Path, help="folder of the packages that the server requires")
    parser.add_argument("--made", type=int, default=2, help="number of random values for each type")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random values")
    parser.add_argument("--record", action="store_true", help="rewrite the expected warnings")
    parser.add_argument("--verbose", action="store_true", help="show every example that changes")
    options = parser.parse_args()
    options.c_flags = c_flags(options) if options.server else []
    expected = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {}
    failed = 0
    for path in documents(options.corpus, set(filter(None, options.only.split(",")))):
        document = Document(path, options)
        start = time.monotonic()
        document.check(expected)
        expected[path.stem] = dict(sorted(document.warnings.items()))
        failed += bool(document.problems)
        seconds = round(time.monotonic() - start)
        print(f"{path.name}: {'; '.join(document.problems) or 'ok'} ({seconds} s)", flush=True)
        for note in document.notes:
            print(f"    {note}", flush=True)
    if options.record:
        EXPECTED.parent.mkdir(parents=True, exist_ok=True)
        EXPECTED.write_text(json.dumps(dict(sorted(expected.items())), indent=2) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
