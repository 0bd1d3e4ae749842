"""Compares the compiler's messages about old names with those that `Tests/Migration/OldNames.swift` expects.

Usage: check_migration.py SOURCE DIAGNOSTICS
"""

import pathlib
import re
import sys

EXPECTED = re.compile(r"// expect: (.*)$")
SAID = re.compile(r":(\d+):\d+: (?:error|warning): (.*)$")


def main(source: str, diagnostics: str) -> int:
    said: dict[int, list[str]] = {}
    for line in pathlib.Path(diagnostics).read_text(encoding="utf-8").splitlines():
        match = SAID.search(line)
        if match and pathlib.Path(source).name in line:
            said.setdefault(int(match.group(1)), []).append(match.group(2))
    failures = checked = 0
    for number, line in enumerate(pathlib.Path(source).read_text(encoding="utf-8").splitlines(), start=1):
        match = EXPECTED.search(line)
        messages = said.pop(number, [])
        if match:
            checked += 1
        if bool(match) == bool(messages) and (not match or any(match.group(1) in text for text in messages)):
            continue
        failures += 1
        wanted = match.group(1) if match else "nothing"
        print(f"{source}:{number}: expected {wanted}, but the compiler reported {messages or 'nothing'}", file=sys.stderr)
    print(f"migration: {checked} old names, {failures} without their message")
    return 1 if failures or not checked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
