"""Shared code of the corpus tools: the documents, the measured tools, and the compiler with SwiftPM's arguments."""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]
BUILD = ROOT / ".build"
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]


def documents(folder, names):
    """Returns the documents of the corpus, or those with the given names. Exits with a message if there is none."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        sys.exit(f"error: There is no corpus at {folder}. Set its folder: make {command()} CORPUS=path")
    found = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml", ".json"))
    wanted = [path for path in found if not names or path.stem in names]
    if not wanted:
        sys.exit(f"error: {folder} contains no OpenAPI document{' with these names' if names else ''}.")
    return wanted


def command():
    """Returns the Makefile target that runs this tool."""
    return pathlib.Path(sys.argv[0]).stem.replace("_", "-")


def module_name(path):
    words = "".join(letter if letter.isalnum() else " " for letter in path.stem).split()
    return "".join(word[:1].upper() + word[1:] for word in words) + "API"


class Run:
    """A finished process: its time, its memory and its output."""

    def __init__(self, arguments, **options):
        before = time.monotonic()
        with subprocess.Popen(
            [str(item) for item in arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            **options,
        ) as process:
            self.output = process.stdout.read().decode(errors="replace")
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.code = process.returncode
        self.wall = time.monotonic() - before
        self.cpu = usage.ru_utime + usage.ru_stime
        # Of the largest child process, in kibibytes on Linux, in bytes on macOS.
        self.memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def swift_files(folder):
    return sorted(pathlib.Path(folder).rglob("*.swift"))


def size(folder):
    """Returns the numbers of lines and bytes of the Swift files in a folder."""
    texts = [path.read_bytes() for path in swift_files(folder)]
    return sum(text.count(b"\n") for text in texts), sum(map(len, texts))


def module_objects(folder):
    """Returns the objects of a Swift module in the folder of its build, without those of sources that were removed."""
    places = folder / "output-file-map.json"
    if not places.exists():
        return sorted(folder.rglob("*.o"))
    return sorted(entry["object"] for entry in json.loads(places.read_text()).values() if "object" in entry)


def compile_module(name, files, scratch, modules, *flags, release=False):
    """Compiles files as SwiftPM does: batches with one object each in debug, the whole module at once in release."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    places = {"": {"swift-dependencies": str(scratch / "module.swiftdeps")}}
    for number, path in enumerate(files):
        stem = str(scratch / str(number))
        places[str(path)] = {"object": stem + ".o", "swift-dependencies": stem + ".swiftdeps"}
    (scratch / "places.json").write_text(json.dumps(places))
    (scratch / "sources").write_text("\n".join(f'"{path}"' for path in files))
    arguments = ["swiftc", "-module-name", name, "-parse-as-library", "-c", f"@{scratch / 'sources'}"]
    arguments += ["-emit-module", "-emit-module-path", scratch / f"{name}.swiftmodule", "-I", modules]
    arguments += ["-swift-version", "6", "-package-name", "corpus", "-j", str(os.cpu_count()), "-g"]
    arguments += ["-O", "-whole-module-optimization", "-num-threads", str(os.cpu_count())] if release else [
        "-Onone", "-enable-testing", "-enable-batch-mode", "-incremental",
    ]
    for feature in FEATURES:
        arguments += ["-enable-upcoming-feature", feature]
    return Run(arguments + ["-output-file-map", scratch / "places.json", *flags])


def check_module(name, files, scratch, modules, *flags):
    """Type-checks files without output."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    (scratch / "sources").write_text("\n".join(f'"{path}"' for path in files))
    arguments = ["swiftc", "-typecheck", "-module-name", name, "-parse-as-library", f"@{scratch / 'sources'}"]
    arguments += ["-I", modules, "-swift-version", "6", "-package-name", "corpus", "-j", str(os.cpu_count())]
    for feature in FEATURES:
        arguments += ["-enable-upcoming-feature", feature]
    return Run(arguments + list(flags))


def c_flags(options):
    """Returns the compiler flags for the C modules of the server's dependencies, as in SwiftPM."""
    checkouts = options.checkouts or options.build.parent / "checkouts"
    maps = [f"-fmodule-map-file={path}" for path in sorted(options.build.glob("*.build/module.modulemap"))]
    folders = [f"-I{path.parent}" for path in sorted(checkouts.glob("*/Sources/*/include/module.modulemap"))]
    return [item for flag in maps + folders for item in ("-Xcc", flag)]


def limit_memory(mebibytes):
    """Limits the address space of a process, for `preexec_fn`."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
