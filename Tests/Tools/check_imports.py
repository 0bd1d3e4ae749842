#!/usr/bin/env python3
"""Checks that the modules of clients and servers import no more of Foundation on Linux than FoundationEssentials.

All of Foundation loads ICU and, with FoundationNetworking, libcurl into every program. On Linux, `import Foundation` is
allowed only in the `#else` of `#if canImport(FoundationEssentials)`, or where a module of Apple's systems is present.

Usage: check_imports.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# APIXML is not in the list: the XML parser of the system needs all of Foundation.
MODULES = "APIRuntime FileSupport APIWebhooks APIRequestDecoding APITesting AsyncHTTPTransport APIServer".split()
GENERATED = ["Sources/*/Generated", "Tests/Golden/*"]
IMPORT = re.compile(r"^\s*(@\S+ )*((public|package|internal|private) )?import (\w+ )?Foundation(Networking|XML)?(\.|\s*$)")
APPLE = re.compile(r"^canImport\((Darwin|Security|Network|UIKit|Combine|ObjectiveC)\)$")


def violations(text):
    """Returns the numbers of the lines that import more than FoundationEssentials on Linux."""
    # Whether the code in each open branch is compiled on Linux.
    branches, lines = [], []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if word.startswith("#if "):
            branches.append((word[4:].strip(), False))
        elif word.startswith("#else"):
            branches[-1] = (branches[-1][0], True)
        elif word == "#endif":
            branches.pop()
        elif IMPORT.match(line):
            absent = any(
                (condition == "canImport(FoundationEssentials)" and is_else) or (APPLE.match(condition) and not is_else)
                for condition, is_else in branches
            )
            if not absent:
                lines.append(number)
    return lines


def main():
    guarded = "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\npublic import Foundation\n#endif\n"
    for text, expected in [
        (guarded, []), ("import Foundation\n", [1]), ("public import struct Foundation.Data\n", [1]),
        (guarded + "import FoundationNetworking\n", [6]), ("#if canImport(Darwin)\nimport Foundation\n#endif\n", []),
        ("#if canImport(Darwin)\n#else\ninternal import Foundation\n#endif\n", [3]), ("import FoundationEssentials\n", []),
    ]:
        assert violations(text) == expected, f"this check is wrong about {text!r}"
    folders = [ROOT / "Sources" / name for name in MODULES]
    folders += [folder for pattern in GENERATED for folder in ROOT.glob(pattern) if folder.is_dir()]
    files = [file for folder in folders for file in folder.rglob("*.swift")]
    problems = [
        f"{file.relative_to(ROOT)}:{number}: error: imports more of Foundation than FoundationEssentials on Linux"
        for file in files
        for number in violations(file.read_text())
    ]
    print("\n".join(problems) or f"imports: {len(files)} files need only FoundationEssentials on Linux")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
