"""Checks that each row of the feature matrix is shown by a test that exists.

A row's last column names tests by their titles in double quotes, or bad specs as `bad:NAME`.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MATRIX = ROOT / "Generator" / "FEATURES.md"
TITLE = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')


def titles() -> set[str]:
    """Titles of all tests and suites below Tests/."""
    found: set[str] = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        found.update(TITLE.findall(path.read_text(encoding="utf-8")))
    return found


def problems(line: str, known: set[str]) -> list[str]:
    """What is wrong with one row."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    evidence = cells[-1]
    tests = re.findall(r'"([^"]+)"', evidence)
    specs = re.findall(r"bad:([\w.-]+)", evidence)
    result = [f'no test is called "{title}"' for title in tests if title not in known]
    for name in specs:
        if not any((ROOT / "Tests" / "BadSpecs").glob(f"{name}.txt")):
            result.append(f"there is no Tests/BadSpecs/{name}.txt")
    if not tests and not specs:
        result.append("the row names no test")
    return result


def main() -> int:
    known = titles()
    rows = failures = 0
    for number, line in enumerate(MATRIX.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("|") or line.startswith("| feature") or set(line) <= set("|- "):
            continue
        rows += 1
        for problem in problems(line, known):
            failures += 1
            print(f"Generator/FEATURES.md:{number}: {problem}", file=sys.stderr)
    print(f"{rows} features, {failures} without a test that exists")
    return 1 if failures or rows == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
