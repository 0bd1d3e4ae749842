#!/usr/bin/env python3
"""Checks that the folders of a module depend on each other in one direction.

Usage: check_layers.py MODULES [--graph] [--only NAME]

MODULES is the folder of the `.swiftmodule` files of a build. `layers.json` next to this script lists the layers of each
module and the layers that each of them may use. The script type-checks every layer with only the layers below it, so
that a reference to an unlisted layer is a compiler error with file and line. It also checks itself: a reference from
the lowest layer to the highest one must fail.

`--graph` prints the layers in order, each with the layers that it uses directly, without compiling them.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FLAGS = [
    "-typecheck", "-parse-as-library", "-swift-version", "6",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
]


class Module:
    """A module with its layers, lowest first."""

    def __init__(self, name, entry):
        self.name = name
        self.path = os.path.join(ROOT, entry["path"])
        self.flags = entry.get("flags", [])
        self.uses = entry["layers"]
        self.problems = []
        self.order = self.sorted_layers()
        self.files = self.files_by_layer()

    def sorted_layers(self):
        """Returns the layers in an order in which each follows those that it uses. A cycle is a problem."""
        order, state = [], {}

        def visit(layer, trail):
            if state.get(layer) == "done":
                return
            if state.get(layer) == "open":
                circle = " → ".join(trail[trail.index(layer):] + [layer])
                self.problems.append(f"{self.name}: the layers form a cycle: {circle}")
                return
            if layer not in self.uses:
                self.problems.append(f"{self.name}: '{layer}' is used by '{trail[-1]}' and not listed")
                return
            state[layer] = "open"
            for lower in self.uses[layer]:
                visit(lower, trail + [layer])
            state[layer] = "done"
            order.append(layer)

        for layer in self.uses:
            visit(layer, [])
        return order

    def files_by_layer(self):
        """Returns the files of each layer: those in its folder, except those of a nested layer."""
        files, homeless = {layer: [] for layer in self.uses}, set()
        for folder, _, names in sorted(os.walk(self.path)):
            for name in sorted(names):
                # The code in a documentation catalog is not a part of the module.
                if not name.endswith(".swift") or ".docc" in folder:
                    continue
                path = os.path.join(folder, name)
                relative = os.path.relpath(path, self.path)
                owners = [layer for layer in self.uses if relative.startswith(layer + "/")]
                if owners:
                    files[max(owners, key=len)].append(path)
                else:
                    homeless.add(os.path.relpath(folder, ROOT))
        self.problems += [f"{folder}: the folder is in no layer of {self.name}" for folder in sorted(homeless)]
        self.problems += [f"{self.name}: layer '{layer}' has no files" for layer in self.uses if not files[layer]]
        return files

    def below(self, layer):
        """Returns the layers that a layer uses directly or indirectly."""
        found = []
        for lower in self.uses.get(layer, []):
            found += [each for each in [lower] + self.below(lower) if each not in found]
        return found

    def frontend(self, modules):
        """Returns the command with which the driver type-checks a file of this module, without the file."""
        # SwiftPM names the package after its folder.
        package = re.sub(r"[^0-9A-Za-z_]", "_", os.path.basename(ROOT).lower())
        names = ["-module-name", self.name, "-package-name", package]
        example = self.files[self.order[0]][0]
        command = ["swiftc"] + FLAGS + names + ["-I", modules] + self.flags + [example, "-driver-print-jobs"]
        job = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()[0]
        return [word for word in shlex.split(job) if word not in ("-primary-file", example)]

    def compile(self, layer, modules, extra=()):
        """Type-checks a layer with the layers below it, and returns the errors.

        Of the layers below, the compiler reads only the declarations: each of them is checked in its own turn.
        """
        command = self.frontend(modules) + [path for lower in self.below(layer) for path in self.files[lower]]
        for path in self.files[layer] + list(extra):
            command += ["-primary-file", path]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        errors = [line for line in run.stderr.splitlines() if " error: " in line and line.startswith("/")]
        if run.returncode and not errors:
            errors = run.stderr.splitlines()[-5:]
        return sorted(set(os.path.relpath(line, ROOT) if line.startswith(ROOT) else line for line in errors))

    def refuses_back_edge(self, modules):
        """Returns whether the compiler does not find a type of the highest layer in the lowest one."""
        lowest, highest = self.order[0], self.order[-1]
        pattern = re.compile(r"^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol|actor) (\w+)\b(?!<)", re.M)
        for path in self.files[highest]:
            with open(path, encoding="utf-8") as file:
                match = pattern.search(file.read())
            if match:
                break
        else:
            return False
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "BackEdge.swift")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"private func backEdge(_: any Sendable = {match.group(1)}.self) {{}}\n")
            missing = f"cannot find '{match.group(1)}' in scope"
            return any("BackEdge.swift" in line and missing in line for line in self.compile(lowest, modules, [path]))

    def print_graph(self):
        """Prints each layer with those that it uses, the lowest first."""
        print(self.name)
        width = max(len(layer) for layer in self.order)
        for layer in self.order:
            print(f"  {layer:{width}}  → {', '.join(self.uses[layer]) or '(nothing)'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="?", help="the folder of the build's .swiftmodule files")
    parser.add_argument("--graph", action="store_true", help="print the layers and compile nothing")
    parser.add_argument("--only", help="check this module alone")
    arguments = parser.parse_args()
    with open(os.path.join(HERE, "layers.json"), encoding="utf-8") as file:
        entries = json.load(file)
    problems, count = [], 0
    for name, entry in entries.items():
        if arguments.only not in (None, name):
            continue
        module = Module(name, entry)
        problems += module.problems
        if arguments.graph:
            module.print_graph()
            continue
        if module.problems:
            continue
        if not arguments.modules:
            parser.error("name the folder of the build's modules")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda layer: module.compile(layer, arguments.modules), module.order)
        for layer, errors in zip(module.order, results):
            problems += [f"{line}\n  (layer '{layer}' of {name})" for line in errors]
            count += 1
        if not module.refuses_back_edge(arguments.modules):
            problems.append(f"{name}: a reference from '{module.order[0]}' up to '{module.order[-1]}' was not refused")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if not problems and not arguments.graph:
        print(f"layers: {count} layers compile with the layers below them alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
