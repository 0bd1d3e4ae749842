#!/usr/bin/env python3
"""Type-checks the library modules as on Apple systems, with the availability of the standard library, Foundation and
the dependencies.

The compiler on Linux can check code for another system if it finds modules for it. The modules of the toolchain and of
a debug build declare the availability on every system; this script copies them with the name of an Apple system in
place of Linux. The libraries that only Apple systems have are the stand-ins in Tests/AppleModules. Before it checks a
system, the script checks itself: each line with an expected error in AppleModules/Canary must produce that error. The
optional methods of delegates are compared with those in AppleModules/Delegates.

Usage: check_apple.py [FOLDER OF A DEBUG BUILD]
"""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAND_INS = ROOT / "Tests/AppleModules"
LINUX = "x86_64-unknown-linux-gnu"
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
SHARED = ["Security", "CryptoKit", "Network", "ObjectiveC", "Combine", "StoreKit"]
PHONE = ["UserNotifications", "UIKit", "MarketplaceKit"]
VIEWS = ["WebKit", "SafariServices", "AuthenticationServices"]
# In the order of their dependencies.
LIBRARIES = """FileSupport APIRuntime APIStorage AsyncHTTPTransport URLSessionTransport APIXML APIRequestDecoding
    APIWebhooks APITesting APIServer AnybillAPI SensibillAPI AppCoinsAPI AnybillBase AnybillServer AnybillContentArea
    SensibillSDK SensibillTesting AppCoinsSDK AppCoinsTesting""".split()
# The modules that the golden documents generate, in the order of their dependencies.
KINDS = ["Support", "CommonAPI", "API", "Mocks", "Server"]
GENERATED = sorted(
    (folder.name for folder in (ROOT / "Tests/Golden").iterdir() if any(folder.rglob("*.swift"))),
    key=lambda name: (next(rank for rank, kind in enumerate(KINDS) if name.endswith(kind)), name),
)
# The example apps and the samples, whose views need the stand-ins for SwiftUI and PhotosUI.
SAMPLES = ROOT / "Tests/SeedSamples"
EXAMPLES = {f"{name}Example": [ROOT / "Tests/Examples" / name] for name in ("Receipts", "Capture", "Shop")}
# The samples with code for UIKit.
PHONE_SAMPLES = {
    "AnybillInterfaces": [SAMPLES / "Anybill/UI", SAMPLES / "Anybill/ReceiptListModel.swift"],
    "AppCoinsInterfaces": [SAMPLES / "AppCoins/GameAppDelegate.swift", SAMPLES / "AppCoins/GameSceneDelegate.swift"],
    "SensibillInterfaces": [ROOT / "Tests/ReadmeTests/Samples/SensibillAppDelegate.swift"],
}
INTERFACES = ["SwiftUI", "PhotosUI"]
MODULES = LIBRARIES + GENERATED + list(EXAMPLES)
APPLE_CODE = re.compile(
    r"canImport\((Darwin|Security|UIKit|WebKit|Network|Combine|ObjectiveC|UserNotifications|CryptoKit"
    r"|AuthenticationServices|SafariServices|StoreKit|MarketplaceKit)\)"
)


class System:
    """An Apple system: its compiler flags and the folder of its modules."""

    def __init__(self, name, target, module_target, build, stand_ins):
        # The name of the system in a module must have the length of that of Linux.
        assert len(module_target) == len(LINUX)
        self.name, self.target, self.module_target, self.stand_ins = name, target, module_target, stand_ins
        self.build = build
        # The target without the version, as the compiler names the files of modules.
        self.file_name = re.sub(r"[\d.]+$", "", target.replace("macosx", "macos"))
        self.folder = ROOT / ".build/apple" / name
        self.out = self.folder / "modules"

    def prepare(self):
        """Copies the modules of the toolchain and of the dependencies, and compiles the stand-ins."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.out.mkdir(parents=True)
        swiftc = pathlib.Path(shutil.which("swiftc")).resolve()
        library = swiftc.parent.parent / "lib/swift"
        resources = self.folder / "resources"
        system_folder = resources / ("macosx" if self.name == "macos" else "iphoneos")
        system_folder.mkdir(parents=True)
        for entry in library.iterdir():
            if entry.is_dir() and entry.name not in ("linux", "pm", "host", "embedded"):
                (resources / entry.name).symlink_to(entry)
        for module in (library / "linux").glob(f"*.swiftmodule/{LINUX}.swiftmodule"):
            self.copy(module, system_folder / module.parent.name / f"{self.file_name}.swiftmodule")
        for module in (self.build / "Modules").glob("*.swiftmodule"):
            if module.stem not in MODULES:
                self.copy(module, self.out / module.name)
        self.flags = ["-target", self.target, "-clang-target", LINUX, "-resource-dir", str(resources), "-sdk", "/"]
        self.flags += ["-I", str(self.out), "-I", str(library), "-swift-version", "6", "-package-name", "specwright"]
        self.flags += ["-plugin-path", str(library / "host/plugins"), "-parse-as-library"]
        self.flags += ["-module-cache-path", str(self.folder / "cache")]
        for argument in self.clang_arguments(library):
            self.flags += ["-Xcc", argument]
        # Darwin is last, because code that is compiled after it is code of an Apple system.
        views = VIEWS if "UIKit" in self.stand_ins else []
        for name in self.stand_ins + ["FoundationOnApple"] + views + INTERFACES + ["Darwin"]:
            self.compile(name, [STAND_INS / f"{name}.swift"], ["-suppress-warnings"], imports_apple=False)

    def copy(self, module, destination):
        destination.parent.mkdir(exist_ok=True)
        destination.write_bytes(module.read_bytes().replace(LINUX.encode(), self.module_target.encode()))

    def clang_arguments(self, library):
        """Returns the arguments that find the C modules of the toolchain and of the dependencies."""
        glibc = self.folder / "glibc"
        glibc.mkdir()
        for name in ("glibc.modulemap", "SwiftGlibc.h"):
            shutil.copy(library / "linux" / LINUX.split("-", 1)[0] / name, glibc)
        (glibc / "assert.h").symlink_to("/usr/include/assert.h")
        maps = [glibc / "glibc.modulemap"]
        wanted = re.compile(r"COpenCombineHelpers\.build|GRDBSQLite|/C[A-Z]*NIO|CNIO|CCrypto|_NumericsShims|_Atomics|CSystem|CAsync")
        checkouts = self.build.resolve().parent.parent / "checkouts"
        for folder in (self.build, checkouts):
            for path in sorted(folder.resolve().rglob("module.modulemap")):
                if wanted.search(str(path)) and "/Tests/" not in str(path):
                    maps.append(path)
        arguments = [f"-I{checkouts}/OpenCombine/Sources/COpenCombineHelpers/include"]
        for path in maps:
            arguments += [f"-fmodule-map-file={path}", f"-I{path.parent}"]
        return arguments

    def compile(self, module, files, options=(), imports_apple=True):
        """Compiles a module for those above it.

        Returns the compiler's errors.
        """
        command = ["swiftc", "-frontend", "-emit-module", *self.flags, *options, "-module-name", module]
        command += ["-o", str(self.out / f"{module}.swiftmodule"), "-diagnostic-style", "llvm"]
        # The standard library on Linux lacks a type that calls into C require when the interoperability is on.
        texts = [path.read_text() for path in files]
        has_classes = any(re.search(r"^\s*@objc", text, re.M) for text in texts)
        command.append("-enable-objc-interop" if has_classes else "-disable-objc-interop")
        if has_classes:
            command.append("-disable-objc-attr-requires-foundation-module")
        for feature in FEATURES:
            command += ["-enable-upcoming-feature", feature]
        if imports_apple:
            command += ["-import-module", "FoundationOnApple", "-suppress-warnings"]
            # An error in one module does not hide those of the modules that import it.
            command.append("-experimental-allow-module-with-compiler-errors")
        result = subprocess.run(command + [str(path) for path in files], capture_output=True, text=True, cwd=ROOT)
        errors = [line for line in result.stderr.splitlines() if re.match(r"\S+: error: ", line)]
        if result.returncode not in (0, 1) or result.returncode != 0 and not errors:
            errors = result.stderr.splitlines()[-20:]
        if not imports_apple and errors:
            sys.exit("\n".join([f"The stand-in {module} cannot be compiled for {self.name}:", *errors]))
        return errors

    def check_canary(self):
        """Returns the lines of the canary whose expected error is missing, and its other errors."""
        problems = []
        for path in sorted((STAND_INS / "Canary").glob("*.swift")):
            system = path.stem.partition(".")[2]
            if system in ("", self.name):
                problems += self.check_canary_file(path)
        return problems

    def check_canary_file(self, path):
        expected = {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := re.search(r"// error: (.+)", line):
                expected[number] = match.group(1)
        problems = []
        errors = self.compile("Canary", [path])
        for error in errors:
            position = re.search(r":(\d+):\d+: error: ", error)
            if not position or int(position.group(1)) not in expected:
                problems.append(error)
        for number, text in expected.items():
            if not any(f":{number}:" in error and text in error for error in errors):
                problems.append(f"{path}:{number}: error: the check does not find this error: {text}")
        return problems

    def check(self):
        """Prepares the system. Returns its errors and the number of its modules."""
        self.prepare()
        found = self.check_canary()
        modules = MODULES + (list(PHONE_SAMPLES) if "UIKit" in self.stand_ins else [])
        for module in modules:
            isolation = ["-default-isolation", "MainActor"] if module == "AnybillInterfaces" else []
            errors = self.compile(module, sources(module), isolation)
            found += [f"{error} ({module} for {self.target})" for error in errors]
        return found, len(modules)


def sources(module):
    """Returns the files of a module, without the code in its documentation catalog, and the methods of its delegates."""
    folders = EXAMPLES.get(module) or PHONE_SAMPLES.get(module)
    if not folders:
        folder = ROOT / "Sources" / module
        folders = [folder if folder.exists() else ROOT / "Tests/Golden" / module]
    files = [file for folder in folders for file in ([folder] if folder.is_file() else folder.rglob("*.swift"))]
    methods = STAND_INS / "Delegates" / f"{module}+Delegates.swift"
    return sorted(file for file in files if ".docc/" not in str(file)) + ([methods] if methods.exists() else [])


def unchecked():
    """Returns the modules with code for Apple systems, and the products, that this script does not check."""
    found = {
        path.relative_to(ROOT / "Sources").parts[0]
        for path in (ROOT / "Sources").rglob("*.swift")
        if APPLE_CODE.search(path.read_text())
    }
    products = set(re.findall(r'\.library\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text()))
    return [f"error: {name} has code for Apple systems that is not checked" for name in sorted(found - set(LIBRARIES))] + [
        f"error: The product {name} is not checked" for name in sorted(products - set(LIBRARIES))
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["macos", "ios"], help="check one system")
    parser.add_argument("build", nargs="?", default=".build/debug", help="a debug build with all targets")
    options = parser.parse_args()
    build = (ROOT / options.build).absolute()
    if not (build / "Modules").exists():
        sys.exit(f"error: There is no build in {build}. Build the package first.")
    systems = [
        System("macos", "x86_64-apple-macosx13.0", "x86_64-apple-macosx10.13", build, SHARED),
        System("ios", "arm64-apple-ios16.0", "arm64-apple-ios13.000000", build, SHARED + PHONE),
    ]
    systems = [system for system in systems if options.only in (None, system.name)]
    problems = unchecked()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for system, (found, count) in zip(systems, pool.map(System.check, systems)):
            print(f"apple: {count} modules for {system.target}: {len(found)} errors")
            problems += found
    print("\n".join(dict.fromkeys(problems)).replace(f"{ROOT}/", ""))
    sys.exit(1 if problems else 0)


main()
