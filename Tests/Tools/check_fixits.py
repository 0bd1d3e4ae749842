"""Applies the compiler's fix-its to code of version 1.x, so that the result can be compiled.

Usage: check_fixits.py SOURCE DIAGNOSTICS RESULT

DIAGNOSTICS is the output of `swift-frontend -diagnostic-style=llvm`, in which a line below the source marks the ranges
to replace, and the next line contains the replacements in the same order.
"""

import pathlib
import re
import sys

LOCATION = re.compile(r":(\d+):\d+: (?:error|warning|note): ")
RANGE = re.compile(r"\^?~+|\^")


def edits(lines: list[str], source: str) -> dict[int, dict[tuple[int, int], str]]:
    found: dict[int, dict[tuple[int, int], str]] = {}
    for index, line in enumerate(lines[:-3]):
        match = LOCATION.search(line)
        if not match or not line.startswith(source):
            continue
        marks, fixes = lines[index + 2], lines[index + 3]
        ranges = [found_range.span() for found_range in RANGE.finditer(marks) if len(found_range.group()) > 1]
        texts = fixes.split()
        if not fixes.startswith(" ") or LOCATION.search(fixes) or len(ranges) != len(texts):
            continue
        for span, text in zip(ranges, texts):
            found.setdefault(int(match.group(1)), {})[span] = text
    return found


def main(source: str, diagnostics: str, result: str) -> int:
    lines = pathlib.Path(source).read_text(encoding="utf-8").splitlines()
    fixes = edits(pathlib.Path(diagnostics).read_text(encoding="utf-8").splitlines(), source)
    for number, changes in fixes.items():
        line = lines[number - 1]
        for (start, end), text in sorted(changes.items(), reverse=True):
            line = line[:start] + text + line[end:]
        lines[number - 1] = line
    pathlib.Path(result).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"migration: applied the fix-its of {len(fixes)} lines")
    return 0 if fixes else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
