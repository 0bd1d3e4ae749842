#!/usr/bin/env python3
"""Says which step of semantic versioning the next release needs, and whether the package is ready for it.

Compares the public symbols of a debug build with those of the last tag (or of a folder of symbol graphs, --before),
and checks that the version of the tool has a section in the changelog and is high enough. Without a tag, any version
from 1.0.0 on is allowed. If there is a LICENSE, each handwritten Swift file must begin with the line of the licence
that most files begin with.

Usage: release_check.py FOLDER_OF_A_DEBUG_BUILD [--before FOLDER_OF_SYMBOL_GRAPHS]
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEPS = ["patch", "minor", "major"]


def symbols(graph):
    """Returns the declarations of a symbol graph by their identifiers."""
    found = {}
    for symbol in graph["symbols"]:
        if symbol["accessLevel"] not in ("public", "open"):
            continue
        text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
        kind = symbol["kind"]["identifier"]
        found[symbol["identifier"]["precise"]] = (".".join(symbol["pathComponents"]), kind, text)
    return found


def difference(before, after):
    """Returns the removed, the changed and the added symbols by their names, each sorted.

    The identifier of a function contains its types: one of the same name and another identifier is a change.
    """
    def names(items):
        return {(name, text) for name, _, text in items.values()}

    old, new = names(before), names(after)
    gone = {name for name, _ in old - new}
    came = {name for name, _ in new - old}
    known, current = {name for name, _ in old}, {name for name, _ in new}
    removed = gone - current
    # An overload that is added leaves the declarations of its name in place.
    changed = gone & current
    return sorted(removed), sorted(changed), sorted(came - changed | (came - known))


def requirements(before, after):
    """Returns the added requirements of protocols that existed before, which break the conformances of users."""
    protocols = {name for name, kind, _ in before.values() if kind == "swift.protocol"}
    kinds = ("swift.method", "swift.property", "swift.associatedtype", "swift.type.method", "swift.init")
    known = {name for name, _, _ in before.values()}
    return sorted(
        name for name, kind, _ in after.values()
        if kind in kinds and name not in known and name.rpartition(".")[0] in protocols
    )


def step(removed, changed, added, required=()):
    """Returns the step of semantic versioning that a difference requires."""
    if removed or changed or required:
        return "major"
    return "minor" if added else "patch"


def version(text):
    """Returns a version as numbers; None for a text that is none."""
    match = re.fullmatch(r"v?(\d+)\.(\d+)\.(\d+)", text.strip())
    return tuple(map(int, match.groups())) if match else None


def next_version(last, needed):
    """Returns the lowest version that a step leads to; below 1.0.0, a major step raises the minor number."""
    major, minor, patch = last
    if needed == "major" and major == 0:
        needed = "minor"
    return {"major": (major + 1, 0, 0), "minor": (major, minor + 1, 0), "patch": (major, minor, patch + 1)}[needed]


def changelog_problems(text, current):
    """Returns the problems of a changelog for a version."""
    sections = re.findall(r"^## \[(\d+\.\d+\.\d+)\](.*)$", text, re.M)
    name = ".".join(map(str, current))
    if not sections:
        return ["CHANGELOG.md has no section of a version, such as: ## [1.0.0] - 2026-01-31"]
    if sections[0][0] != name:
        return [f"The first section of CHANGELOG.md is {sections[0][0]}, but the version of the tool is {name}"]
    if not re.fullmatch(r" - (unreleased|\d{4}-\d{2}-\d{2})", sections[0][1]):
        return [f"The section {name} of CHANGELOG.md needs a date, or 'unreleased'"]
    body = text.split(f"## [{name}]", 1)[1].split("\n## ", 1)[0]
    return [] if re.search(r"^- ", body, re.M) else [f"The section {name} of CHANGELOG.md lists no changes"]


def licence_problems(files):
    """Returns the files, of those given as names and texts, without the line that most files begin with."""
    heads = [text.split("\n", 1)[0] for _, text in files]
    comments = [head for head in heads if head.startswith("//") and not head.startswith("// swift-tools-version")]
    common = max(set(comments), key=comments.count) if comments else None
    if common is None or comments.count(common) * 2 < len(heads):
        return ["There is a LICENSE, but most Swift files do not begin with a line that names it"]
    return [f"{name} does not begin with: {common}" for (name, _), head in zip(files, heads) if head != common]


def handwritten(root):
    """Returns the handwritten Swift files as names and texts."""
    files = [file for folder in ("Sources", "Generator", "Tests") for file in sorted((root / folder).rglob("*.swift"))]
    skipped = ("Generated", "Golden", ".build")
    return [
        (str(file.relative_to(root)), file.read_text())
        for file in files if not any(part in skipped for part in file.parts)
    ]


def run(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def products(root):
    """Returns the names of the library products."""
    return re.findall(r'\.library\(name: "(\w+)"', (root / "Package.swift").read_text())


def extract(build, root):
    """Returns the public symbols of all library products of a debug build."""
    target = json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]
    maps = [
        argument
        for base in (build, build.resolve().parents[1] / "checkouts") if base.is_dir()
        for file in base.rglob("module.modulemap")
        if re.search(r"COpenCombineHelpers\.build|GRDBSQLite|/C[A-Z]*NIO|CCrypto|CAsyncHTTP|_Numerics|_Atomics|CSystem", str(file))
        for argument in ("-Xcc", f"-fmodule-map-file={file}")
    ]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for module in products(root):
            run("swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", str(build / "Modules"),
                *maps, "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder)
        for file in pathlib.Path(folder).glob("*.symbols.json"):
            found.update(symbols(json.loads(file.read_text())))
    return found


def last_tag(root):
    """Returns the highest version that is the tag of a former commit, and None without one."""
    former = run("git", "tag", "--merged", "HEAD", "--no-contains", "HEAD", cwd=root).split()
    tags = [tag for tag in former if version(tag)]
    return max(tags, key=version) if tags else None


def symbols_of_tag(tag, root):
    """Builds a tag in a folder of its own, which takes some minutes, and returns its public symbols."""
    folder = root / ".build/release-check"
    if not folder.exists():
        run("git", "worktree", "add", "--detach", str(folder), tag, cwd=root)
    try:
        run("git", "checkout", "--quiet", "--detach", tag, cwd=folder)
        run("swift", "build", cwd=folder)
        return extract(folder / ".build/debug", folder)
    finally:
        run("git", "worktree", "remove", "--force", str(folder), cwd=root)


def report(title, names):
    if names:
        print(f"{title} ({len(names)}):")
        print("".join(f"  {name}\n" for name in names[:20]) + ("  …\n" if len(names) > 20 else ""), end="")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--before", type=pathlib.Path)
    options = parser.parse_args()
    source = (ROOT / "Generator/specwright/Support/ToolVersion.swift").read_text()
    current = version(re.search(r'static let current = "([^"]+)"', source).group(1))
    problems = changelog_problems((ROOT / "CHANGELOG.md").read_text(), current)
    if (ROOT / "LICENSE").exists():
        problems += licence_problems(handwritten(ROOT))
    tag = last_tag(ROOT)
    after = extract(options.build, ROOT)
    print(f"{len(after)} public symbols in {len(products(ROOT))} products, version {'.'.join(map(str, current))}")
    if options.before or tag:
        before = {}
        for file in options.before.glob("*.symbols.json") if options.before else []:
            before.update(symbols(json.loads(file.read_text())))
        before = before or symbols_of_tag(tag, ROOT)
        removed, changed, added = difference(before, after)
        required = requirements(before, after)
        report("removed", removed), report("changed", changed), report("new requirements", required)
        report("added", added)
        needed = step(removed, changed, added, required)
        lowest = next_version(version(tag) if tag else current, needed)
        print(f"the changes since {tag or options.before} need a {needed} step")
        if tag and current < lowest:
            problems.append(f"The version must be at least {'.'.join(map(str, lowest))}")
    elif current < (1, 0, 0):
        problems.append("The first release is 1.0.0 or higher")
    else:
        print("there is no tag of a version, so this is the first release")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
