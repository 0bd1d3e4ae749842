"""Measures the generator and its output with a corpus of real documents.

Measures for each document: the time of `specwright generate`, relative to a libyaml scan of the same file in the same
run (wall-clock time and the CPU time of all threads), lines and bytes of the output, time and peak memory for compiling
the module alone, and the number of expressions that are slow to type-check; for some documents also a release build and
the size of its code. Prints Markdown tables and writes all
measurements as JSON. A missed goal is reported but is not an error, because a busy machine must not fail a build.

Usage: bench_corpus.py --corpus DIR --generator FILE --modules DIR --output FILE [--only NAME,…] [--no-compile]
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys

from corpus import BUILD, Run, compile_module, documents, module_name, size, swift_files

MEBI = 1 << 20
RATIO = 10
#: Goals for single documents: debug compile time in seconds, release compile time in seconds (`None` reports the time
#: without a goal), bytes of output.
DEBUG = {"asana": 8, "slack": 12, "stripe": 90}
RELEASE = {"asana": 14, "slack": None}
BYTES = {"stripe": 4_000_000}
#: Milliseconds from which an expression is slow to type-check.
SLOW = 100
MEMORY = {"generate": 100 * MEBI, "compile": 2048 * MEBI}


def scanner(folder):
    """Builds the program that scans only. Returns None without a C compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "yaml_scan"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "yaml-0.1"], capture_output=True, text=True)
    source = pathlib.Path(__file__).with_name("yaml_scan.c")
    built = subprocess.run(["cc", "-O2", str(source), *flags.stdout.split(), "-o", str(target)], capture_output=True)
    return target if built.returncode == 0 else None


class Bench:
    """Returns the measurements of one run."""

    def __init__(self, options):
        self.options = options
        self.folder = BUILD / "bench-corpus"
        self.scan = scanner(self.folder)
        self.rows = []

    def measure(self, path):
        """Returns all measurements of a document."""
        name = module_name(path)
        output = self.folder / "output" / name
        shutil.rmtree(output, ignore_errors=True)
        row = {"document": path.stem, "input": path.stat().st_size}
        generate = [self.options.generator, "generate", "--spec", path, "--module", name, "--output", output]
        first = Run(generate)
        if first.code != 0:
            row["failure"] = first.output.strip().splitlines()[-1]
            return row
        pairs = [(self.scanned(path), Run(generate)) for _ in range(self.options.rounds)]
        runs = [run for _, run in pairs]
        row["generate"] = {
            "cpu": statistics.median(run.cpu for run in runs),
            "wall": statistics.median(run.wall for run in runs),
            "first": first.cpu,
            "memory": max(run.memory for run in runs),
        }
        scans = [scan for scan, _ in pairs if scan and scan.code == 0]
        row["scan"] = {
            "cpu": statistics.median(scan.cpu for scan in scans),
            "wall": statistics.median(scan.wall for scan in scans),
        } if scans else None
        row["lines"], row["bytes"] = size(output)
        row["files"] = len(swift_files(output))
        if not self.options.no_compile:
            row["debug"] = self.compiled(name, output)
            if path.stem in RELEASE:
                row["release"] = self.compiled(name, output, release=True)
        return row

    def scanned(self, path):
        return Run([self.scan, path]) if self.scan else None

    def compiled(self, name, output, release=False):
        modules = self.options.modules if not release else self.options.release_modules or self.options.modules
        flags = ["-Xfrontend", f"-warn-long-expression-type-checking={SLOW}"]
        run = compile_module(name, swift_files(output), self.folder / "objects", modules, *flags, release=release)
        if run.code != 0:
            return {"failure": next((line for line in run.output.splitlines() if "error:" in line), "failed")}
        slow = sum("warning: expression took" in line for line in run.output.splitlines())
        figures = {"cpu": run.cpu, "wall": run.wall, "memory": run.memory, "slow": slow}
        return figures | {"code": code_size(self.folder / "objects")} if release else figures


def code_size(folder):
    """Returns the bytes of the machine code in the object files of a folder. Returns None without the tool `size`."""
    tool = shutil.which("size") or shutil.which("llvm-size")
    if not tool:
        return None
    run = Run([tool, *sorted(folder.glob("*.o"))])
    # Each line begins with the sizes of text, data and BSS in bytes.
    return sum(int(line.split()[0]) for line in run.output.splitlines()[1:]) if run.code == 0 else None


def judged(figure, goal):
    """Returns `figure of goal`, with a mark if the goal is missed by more than a quarter."""
    if figure is None:
        return "–"
    ratio = figure / goal
    mark = "" if ratio <= 1 else " (missed)" if ratio > 1.25 else " (near)"
    return f"{ratio:.2f}{mark}"


def seconds(value):
    return "–" if value is None else f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"


def table(head, rows):
    """Returns a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def figures(rows):
    """Returns the table of all documents."""
    head = ["document", "input", "libyaml scan", "generate, wall", "ratio", "CPU", "ratio", "peak", "files", "lines"]
    head += ["bytes", "debug compile, wall", "CPU", "peak", f"expressions over {SLOW} ms"]
    cells = []
    for row in rows:
        if "failure" in row:
            cells.append([row["document"], row["input"], row["failure"]] + [""] * 12)
            continue
        generate, scan, debug = row["generate"], row["scan"], row.get("debug", {})
        line = [row["document"], row["input"], seconds(scan and scan["wall"])]
        for kind in ["wall", "cpu"]:
            line += [seconds(generate[kind]), f"{generate[kind] / scan[kind]:.1f}" if scan else "–"]
        line += [f"{generate['memory'] / MEBI:.0f} MiB", row["files"], row["lines"], row["bytes"]]
        line += [debug["failure"], "", "", ""] if "failure" in debug else [
            seconds(debug.get("wall")), seconds(debug.get("cpu")),
            f"{debug['memory'] / MEBI:.0f} MiB" if debug else "–", debug.get("slow", "–"),
        ]
        cells.append(line)
    return table(head, cells)


def releases(rows):
    """Returns the table of release builds."""
    built = [row for row in rows if "release" in row]
    cells = [
        [row["document"], release["failure"], "", "", ""] if "failure" in release else [
            row["document"], seconds(release["wall"]), seconds(release["cpu"]), f"{release['memory'] / MEBI:.0f} MiB",
            "–" if release["code"] is None else f"{release['code'] / MEBI:.2f} MiB",
        ] for row in built for release in [row["release"]]
    ]
    return table(["document", "release compile, wall", "CPU", "peak", "object code"], cells)


def goals(rows):
    """Returns the table of goals, with the measurements and their ratios."""
    cells = []
    for row in rows:
        if "failure" in row:
            continue
        name, generate, debug, release = row["document"], row["generate"], row.get("debug", {}), row.get("release", {})
        # Below a megabyte, the start of the process takes most of the time.
        if row["scan"] and row["input"] > 1_000_000:
            for kind, clock in [("wall", "by the clock"), ("cpu", "processor time")]:
                ratio = generate[kind] / row["scan"][kind]
                cells.append([name, f"generate / scan, {clock}", f"≤ {RATIO}", f"{ratio:.1f}", judged(ratio, RATIO)])
        memory = generate["memory"]
        if memory > MEMORY["generate"] or name == "stripe":
            found = f"{memory / MEBI:.0f} MiB"
            cells.append([name, "generate, peak", "≤ 100 MiB", found, judged(memory, MEMORY["generate"])])
        if name in BYTES:
            cells.append([name, "output", f"≤ {BYTES[name]}", row["bytes"], judged(row["bytes"], BYTES[name])])
        for kind, times, run in [("debug", DEBUG, debug), ("release", RELEASE, release)]:
            if times.get(name) and "wall" in run:
                found, goal = run["wall"], times[name]
                cells.append([name, f"{kind} compile", f"≤ {goal} s", seconds(found), judged(found, goal)])
        if debug.get("memory", 0) > MEMORY["compile"] or (name in DEBUG and "memory" in debug):
            found = debug["memory"]
            shown = f"{found / MEBI:.0f} MiB"
            cells.append([name, "debug compile, peak", "≤ 2048 MiB", shown, judged(found, MEMORY["compile"])])
    return table(["document", "what", "goal", "found", "found / goal"], cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--modules", required=True, help="folder of the debug build's modules")
    parser.add_argument("--release-modules", help="folder of the release build's modules")
    parser.add_argument("--output", required=True)
    parser.add_argument("--only", default="", help="comma-separated names of documents")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-compile", action="store_true")
    options = parser.parse_args()
    bench = Bench(options)
    for path in documents(options.corpus, set(filter(None, options.only.split(",")))):
        bench.rows.append(bench.measure(path))
        print(f"{path.name} done", file=sys.stderr)
    report = "\n\n".join([figures(bench.rows), releases(bench.rows), goals(bench.rows)])
    print(report)
    target = pathlib.Path(options.output)
    target.write_text(json.dumps(bench.rows, indent=2) + "\n")
    target.with_suffix(".md").write_text(report + "\n")


if __name__ == "__main__":
    main()
