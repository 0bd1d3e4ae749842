"""Lists the schemas of a corpus whose types have another name, because Swift or the runtime uses theirs.

Generates each document and compares the names of schemas with those of their types. Prints a line for each name with
the documents that have it, and fails if a name is taken by the runtime instead of by Swift or Foundation.

Usage: renamed_schemas.py --corpus DIR --generator FILE [--only NAME,…]
"""

import argparse
import re
import shutil
import sys
from collections import defaultdict

from corpus import BUILD, ROOT, Run, documents, swift_files

#: A comment with the location of a schema, and the declaration of its type.
DECLARED = re.compile(
    r"Source `#/(?:components/schemas|definitions)/([^/`]+)`\.\n(?:@.*\n)*"
    r"(?:public )?(?:indirect )?(?:struct|enum|typealias) (\w+)"
)


def reserved_by_runtime():
    """Returns the names that the generator reserves for the runtime."""
    text = (ROOT / "Generator/GeneratorCore/Names/ReservedNames.swift").read_text()
    parts = re.split(r"static let (\w+): Set<String>", text)
    lists = dict(zip(parts[1::2], parts[2::2]))
    return {name for kind, body in lists.items() if kind != "language" for name in re.findall(r'"(\w+)"', body)}


def renamed(output):
    """Returns the names of the types that end with `Model`, although their schemas do not, without that ending."""
    for path in swift_files(output):
        text = path.read_text().replace("/// - Remark: Source\n///   `", "/// - Remark: Source `")
        for schema, name in DECLARED.findall(text):
            if name.endswith("Model") and not schema.lower().endswith("model"):
                yield name.removesuffix("Model")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--only", default="", help="comma-separated names of documents")
    options = parser.parse_args()
    found = defaultdict(list)
    output = BUILD / "renamed-schemas"
    for path in documents(options.corpus, set(filter(None, options.only.split(",")))):
        shutil.rmtree(output, ignore_errors=True)
        run = Run([options.generator, "generate", "--spec", path, "--module", "CorpusAPI", "--output", output])
        if run.code != 0:
            sys.exit(f"error: {path.name} cannot be generated: {run.output.strip().splitlines()[-1]}")
        for name in renamed(output):
            found[name].append(path.stem)
    runtime = reserved_by_runtime()
    for name, places in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        owner = "the runtime" if name in runtime else "Swift or Foundation"
        print(f"{name}: {owner}, in {', '.join(places)}")
    if not found.keys().isdisjoint(runtime):
        sys.exit("error: The runtime takes names of schemas. Give its types longer names, or qualify them.")


if __name__ == "__main__":
    main()
