#!/usr/bin/env python3
"""Prints the code and data that a linked program contains of this package, by module, and of APIRuntime by folder.

Usage: linked_sizes.py <map file of the linker> <root of this package>
"""

import collections
import pathlib
import re
import sys

#: The name of an input section, which has a line of its own if it is long.
NAME = re.compile(r"^ ([.A-Za-z_]\S*)(?=\s)")
SECTION = re.compile(r"0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+\S*?/([A-Za-z_0-9]+)\.build/(\S+?)(?:\.swift)?\.o\b")
#: Sections that are in the file but not in memory. Their addresses in the map are offsets.
NOT_LOADED = (".debug", ".comment", ".note", ".swift_modhash", ".llvm")
MODULES = ("APIRuntime", "AsyncHTTPTransport", "AppCoinsAPI")
#: The most bytes of APIRuntime in a program with one call.
LIMIT = 2_400_000


def main(map_file: str, root: str) -> int:
    sources = pathlib.Path(root, "Sources", "APIRuntime")
    folders = {path.stem: path.relative_to(sources).parts[0] for path in sources.rglob("*.swift")}
    modules: collections.Counter[str] = collections.Counter()
    parts: collections.Counter[str] = collections.Counter()
    section = ""
    with open(map_file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if name := NAME.match(line):
                section = name[1]
            found = SECTION.search(line)
            # Sections that the linker has left out have no address.
            if not found or int(found[1], 16) == 0 or section.startswith(NOT_LOADED):
                continue
            module, name, size = found[3], pathlib.PurePath(found[4]).name, int(found[2], 16)
            modules[module] += size
            if module == "APIRuntime":
                parts[folders.get(name, "other")] += size
    if not modules["APIRuntime"]:
        print(f"error: {map_file} has no sections of APIRuntime", file=sys.stderr)
        return 1
    print("Linked: " + ", ".join(f"{module} {modules[module] // 1000} kB" for module in MODULES))
    print("APIRuntime: " + ", ".join(f"{part} {size // 1000} kB" for part, size in parts.most_common() if size >= 1000))
    if modules["APIRuntime"] > LIMIT:
        print(f"error: A program with one call links more than {LIMIT // 1000} kB of APIRuntime", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
