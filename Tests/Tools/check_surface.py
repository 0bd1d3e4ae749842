#!/usr/bin/env python3
"""Counts the public symbols of APIRuntime, and compares the number with the one in public_symbols.json.

Every public symbol is a promise to users and a name that their types cannot have, so that each change of the number is
a decision: the check fails until `--record` writes the new number. Symbols that only generated code uses
(`@_spi(Generated)`) do not count, nor do members that a type has through a protocol. The number is that of Linux.

Usage: check_surface.py FOLDER_OF_A_DEBUG_BUILD [--record] [--list]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE / "public_symbols.json"


def symbols(build, module):
    """Returns the names of a module's public symbols, also those in extensions of types of other modules."""
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", f"{build}/Modules",
             "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder],
            capture_output=True, text=True,
        )
        if run.returncode:
            sys.exit(run.stderr)
        found = {}
        for file in pathlib.Path(folder).glob("*.json"):
            for symbol in json.loads(file.read_text())["symbols"]:
                found[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"])
    return sorted(found.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--record", action="store_true", help="write the current numbers")
    parser.add_argument("--list", action="store_true", help="print the names of the symbols")
    arguments = parser.parse_args()
    if not sys.platform.startswith("linux"):
        print("surface: counted on Linux only")
        return 0
    known = json.loads(RECORD.read_text())
    current = {module: symbols(arguments.build, module) for module in known}
    if arguments.list:
        print("\n".join(name for names in current.values() for name in names))
        return 0
    if arguments.record:
        RECORD.write_text(json.dumps({module: len(names) for module, names in current.items()}, indent=2) + "\n")
    failed = False
    for module, names in current.items():
        print(f"surface: {module} has {len(names)} public symbols")
        if len(names) != known[module] and not arguments.record:
            change = len(names) - known[module]
            advice = "Make them package or @_spi(Generated), or accept" if change > 0 else "Accept"
            print(f"error: {module} has {abs(change)} {'more' if change > 0 else 'fewer'} public symbols than recorded. "
                  f"{advice} the number with: Tests/Tools/check_surface.py {arguments.build} --record")
            failed = True
    return 1 if failed else 0


sys.exit(main())
