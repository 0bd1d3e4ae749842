"""Checks that the tests in each row of the feature table, and of the tables of promises, exist.

The last column of a row contains titles of tests in double quotes, or bad specs as `bad:NAME`.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = [ROOT / "Generator" / "FEATURES.md", *sorted((ROOT / "Tests" / "Promises").glob("*.md"))]
TITLE = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')


def titles() -> set[str]:
    """Returns the titles of all tests and suites in Tests/."""
    found: set[str] = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        found.update(TITLE.findall(path.read_text(encoding="utf-8")))
    return found


def problems(line: str, known: set[str]) -> list[str]:
    """Returns the problems of one row."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    evidence = cells[-1]
    tests = re.findall(r'"([^"]+)"', evidence)
    specs = re.findall(r"bad:([\w.-]+)", evidence)
    result = [f'there is no test with the title "{title}"' for title in tests if title not in known]
    for name in specs:
        if not any((ROOT / "Tests" / "BadSpecs").glob(f"{name}.txt")):
            result.append(f"there is no Tests/BadSpecs/{name}.txt")
    if not tests and not specs:
        result.append("the row names no test")
    return result


def main() -> int:
    known = titles()
    rows = failures = 0
    for table in TABLES:
        for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.startswith("|") or line.startswith(("| feature", "| promise")) or set(line) <= set("|- "):
                continue
            rows += 1
            for problem in problems(line, known):
                failures += 1
                print(f"{table.relative_to(ROOT)}:{number}: {problem}", file=sys.stderr)
    print(f"{rows} rows, {failures} problems")
    return 1 if failures or rows == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
