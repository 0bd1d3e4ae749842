"""Tries the generator on a corpus of real documents.

Each document is generated twice (the second run must change nothing) and compiled with warnings as errors, and so are
its mocks and, with `--server`, its server; some also with every declaration on the main actor. The counts of its
warnings must be those of `Tests/Corpus/warnings.json`, which `--record` rewrites. Every example of the document is then
read and written by the compiled types, and must come out as equal JSON, unless it breaks the schema that it is an
example of, which is judged by JSON Schema alone. So must random values, made for each schema with a type of its own.

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
    BUILD, FEATURES, ROOT, Run, check_module, compile_module, documents, module_name, size, swift_files,
)

EXPECTED = ROOT / "Tests" / "Corpus" / "warnings.json"
#: Documents that are also compiled in a module that the main actor isolates.
ISOLATED = {"petstore", "oas31-train-travel"}
LINES = 2000
#: Lines up to which mocks and servers are compiled; beyond, their types are checked and nothing more.
COMPILED = 20_000
#: What must not become of an example that keeps its schema.
FAILURES = ("unreadable", "different")

DRIVER = """\
import APIRuntime
@testable import {module}

func roundTrip<Value: JSONCodable>(_: Value.Type) -> (String) throws -> String {{
    {{ text in
        let value: Value = try JSON.decode(from: Array(text.utf8))
        return String(decoding: JSON.encode(value), as: UTF8.self)
    }}
}}

/// Types that are no JSON, such as bodies in parts, have no round trip.
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
    """One document and what is made of it."""

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
        """Everything, one step after the other, until a step makes the next one pointless."""
        shutil.rmtree(self.folder, ignore_errors=True)
        run = self.generate()
        self.warnings = Counter(json.loads(line)["rule"] for line in run.output.splitlines() if line.startswith("{"))
        if run.code != 0:
            self.problems.append(f"is not generated: {run.output.strip().splitlines()[-1]}")
            return
        self.check_second_run()
        self.check_lengths()
        if not self.options.record and dict(self.warnings) != expected.get(self.path.stem):
            self.problems.append(f"warns {dict(self.warnings)}, expected is {expected.get(self.path.stem)}")
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
        """A file may be long only when it holds one schema."""
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
        # The document's own module comes before one of the build that may have its name.
        run = compiler(
            self.module + kind, files, self.folder / f"{kind}.objects", self.folder / "objects",
            "-warnings-as-errors", "-I", self.options.build / "Modules", *flags,
        )
        if run.code != 0:
            self.report(kind, run)

    def report(self, kind, run):
        """Notes what the compiler said about a module."""
        errors = [line for line in run.output.splitlines() if re.match(r"\S.*: error:", line)]
        shown = re.sub(rf"^.*/{kind.split()[0]}/", "", errors[0]) if errors else run.output[-300:]
        self.problems.append(f"{kind} does not compile: {len(errors)} errors, first {shown}")

    def compiles(self):
        modules = self.options.build / "Modules"
        files = swift_files(self.output)
        variants = [[]] + ([["-default-isolation", "MainActor"]] if self.path.stem in ISOLATED else [])
        # The last one stays for the examples, so the plain one comes last.
        for flags in reversed(variants):
            run = compile_module(
                self.module, files, self.folder / "objects", modules, "-warnings-as-errors", *flags
            )
            if run.code != 0:
                self.report(" ".join(["Module", *flags]), run)
                return False
        return True

    def examples(self):
        """Types with their examples, as the generator gathered them for fixtures."""
        for path in sorted((self.mocks / "Examples").glob("*.swift")) if self.mocks.exists() else []:
            name = None
            for line in path.read_text().splitlines():
                head = re.match(r"extension (\S+) \{", line)
                name = head.group(1).removeprefix(f"{self.module}.") if head else name
                text = re.match(r'\s+"(.*)",$', line)
                if text and name:
                    yield name, unescaped(text.group(1))

    def made(self, count):
        """Types with random values that keep their schemas."""
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
        known = self.defaults()
        faults = self.faults(examples, results, known)
        for number, ((name, text), result) in enumerate(zip(examples, results)):
            kind = outcome(text, result, known)
            fault = faults.get(number)
            if fault:
                kind = "that break their own schemas"
            kinds[kind] += 1
            if fault and self.options.verbose:
                self.notes.append(f"{name} breaks its own schema at {fault}; {difference(text, result)}")
            elif kind in FAILURES:
                self.problems.append(f"one of the {what} of {name} is {kind}: {difference(text, result)}")
        self.notes.insert(0, f"{what}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))

    def faults(self, examples, results, known):
        """What is wrong with the examples that do not come out as they were, by their numbers."""
        failed = {
            number: pair for number, pair in enumerate(examples) if outcome(pair[1], results[number], known) in FAILURES
        }
        if not failed:
            return {}
        judge = Judge(self.path)
        places = sources(swift_files(self.output))
        return {
            number: judge.fault(places[name], json.loads(text))
            for number, (name, text) in failed.items() if name in places
        }

    def defaults(self):
        """Members that models write for those that were left out: names on the wire with the words of their values."""
        found = set()
        for path in swift_files(self.output):
            for keys, body in re.findall(
                r"static let keys: ObjectKeys = \[(.*?)\]\n(.*?)func write\(to object", path.read_text(), re.S
            ):
                names = [unescaped(name) for name in re.findall(r'"((?:[^"\\]|\\.)*)"', keys)]
                for index, literal in re.findall(r"= try object\.\w+\((\d+)(?:, or: |\) \?\? )(.*)", body):
                    found.add((names[int(index)], words(literal.removesuffix(")"))))
        return found

    def round_trips(self, examples):
        """What the compiled types make of each example."""
        names = sorted({name for name, _ in examples})
        lines = [f'add("{name}", {self.module}.{name}.self)' for name in names]
        driver = self.folder / "main.swift"
        driver.write_text(DRIVER.format(module=self.module, types="\n".join(lines)))
        modules = self.options.build / "Modules"
        objects = sorted((self.folder / "objects").glob("*.o"))
        for name in ("APIRuntime", "FileSupport", "HTTPTypes", "Logging"):
            objects += sorted((self.options.build / f"{name}.build").rglob("*.o"))
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
    """The value of a Swift string literal without its quotes."""
    plain = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "0": "\0"}
    return re.sub(
        r"\\(?:u\{([0-9A-Fa-f]+)\}|(.))",
        lambda match: chr(int(match.group(1), 16)) if match.group(1) else plain.get(match.group(2), match.group(2)),
        literal,
    )


def parsed(text):
    return json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal)


def words(value):
    """What a value and the Swift literal of it have in common: the number, or letters and digits, in lower case."""
    if re.fullmatch(r"-?[\d_]+(\.\d+)?([eE][-+]?\d+)?", str(value)):
        return str(decimal.Decimal(str(value).replace("_", "")).normalize())
    return re.sub(r"[^a-z0-9]", "", str(value).lower())


def without_defaults(before, after, known):
    """The second document without the members that the first one leaves out and that have their default there."""
    if isinstance(before, dict) and isinstance(after, dict):
        return {
            key: without_defaults(before.get(key), value, known)
            for key, value in after.items() if key in before or (key, words(value)) not in known
        }
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [without_defaults(one, other, known) for one, other in zip(before, after)]
    return after


def compared(before, after, known=frozenset()):
    """`equal`; `equal but for …` where the types hold the same in another spelling; else `different`."""
    before, after = parsed(before), parsed(after)
    if before == after:
        return "equal"
    if without_null(before) == without_null(after):
        return "equal but for members that are null"
    if normal(without_null(before)) == normal(without_null(after)):
        return "equal but for the spelling of dates"
    if normal(without_null(before)) == normal(without_null(without_defaults(before, after, known))):
        return "equal but for defaults that are written out"
    return "different"


def outcome(before, result, known):
    """What became of an example."""
    if result == "#":
        return "of types that are no JSON"
    return "unreadable" if result.startswith("!") else compared(before, result, known)


def without_null(value):
    """Null members are the same as none, where a schema does not tell them apart."""
    if isinstance(value, dict):
        return {key: without_null(item) for key, item in value.items() if item is not None}
    return [without_null(item) for item in value] if isinstance(value, list) else value


def normal(value):
    """Points in time in one spelling."""
    if isinstance(value, dict):
        return {key: normal(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normal(item) for item in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d", value):
        try:
            return datetime.datetime.fromisoformat(value.upper().replace("Z", "+00:00")).timestamp()
        except ValueError:
            return value
    return value


def difference(before, after):
    """The first place where two documents part."""
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


def c_flags(options):
    """How the compiler finds the C modules below the server, as SwiftPM tells it."""
    checkouts = options.checkouts or options.build.parent / "checkouts"
    maps = [f"-fmodule-map-file={path}" for path in sorted(options.build.glob("*.build/module.modulemap"))]
    folders = [f"-I{path.parent}" for path in sorted(checkouts.glob("*/Sources/*/include/module.modulemap"))]
    return [item for flag in maps + folders for item in ("-Xcc", flag)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--generator", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True, type=pathlib.Path, help="folder of the debug build")
    parser.add_argument("--only", default="", help="names of documents, with commas between")
    parser.add_argument("--server", action="store_true", help="compile servers too; needs a build of APIServer")
    parser.add_argument("--checkouts", type=pathlib.Path, help="folder of the packages that the server needs")
    parser.add_argument("--made", type=int, default=2, help="how many random values to make for each type")
    parser.add_argument("--seed", type=int, default=1, help="which random values to make")
    parser.add_argument("--record", action="store_true", help="rewrite the expected warnings")
    parser.add_argument("--verbose", action="store_true", help="show every example that differs")
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
