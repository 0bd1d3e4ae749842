#!/usr/bin/env python3
"""Compares the privacy manifests of the client products with the APIs that their sources use.

Apple requires a reason for each use of certain APIs. Each module that uses one must have a PrivacyInfo.xcprivacy with
its category, and a manifest must not contain the category of an API that its module does not use. The SDKs also have a
manifest for the data that they send to their services. The script checks itself first.

Usage: check_privacy.py [--root FOLDER]
"""
import argparse
import pathlib
import plistlib
import re
import sys
import tempfile

# The modules that an app links. A server product needs no manifest.
CLIENT = """FileSupport APIRuntime URLSessionTransport APIStorage APIXML APIWebhooks APIRequestDecoding AnybillAPI
    SensibillAPI AppCoinsAPI AnybillBase AnybillContentArea SensibillSDK AppCoinsSDK""".split()
SDKS = ["AnybillBase", "SensibillSDK", "AppCoinsSDK"]
# https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
APIS = {
    "FileTimestamp": r"""creationDate|modificationDate|fileModificationDate|contentModificationDateKey|creationDateKey
        |getattrlist|getattrlistbulk|fgetattrlist|getattrlistat|f?stat(?=\()|fstatat|lstat|contentModificationDate""",
    "SystemBootTime": r"systemUptime|mach_absolute_time|mach_continuous_time",
    "DiskSpace": r"volumeAvailableCapacity\w*|volumeTotalCapacityKey|systemFreeSize|systemSize|f?statfs|f?statvfs",
    "ActiveKeyboards": r"activeInputModes",
    "UserDefaults": r"UserDefaults|AppStorage",
}
REASONS = {
    "FileTimestamp": {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"},
    "SystemBootTime": {"35F9.1", "8FFB.1", "3D61.1"},
    "DiskSpace": {"85F4.1", "E174.1", "7D9E.1", "B728.1"},
    "ActiveKeyboards": {"3EC4.1", "54BD.1"},
    "UserDefaults": {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"},
}
PREFIX = "NSPrivacyAccessedAPICategory"
KEYS = {
    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes",
}


def used(folder):
    """Returns the categories of the APIs that the sources of a module use, each with a location."""
    found = {}
    for file in sorted(folder.rglob("*.swift")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            code = line.split("//")[0]
            for category, names in APIS.items():
                names = re.sub(r"\s", "", names)
                if re.search(rf"(?<![\w\"])(?:{names})(?!\w)", code):
                    found.setdefault(category, f"{file.name}:{number}")
    return found


def problems(root):
    """Returns the differences between manifests and sources."""
    manifest = (root / "Package.swift").read_text()
    declared = re.search(r"privacyManifests: Set<String> = \[(.*?)\]", manifest, re.S)
    declared = set(re.findall(r'"(\w+)"', declared.group(1))) if declared else set()
    result = []
    for module in CLIENT:
        folder = root / "Sources" / module
        if not folder.is_dir():
            continue
        file, apis = folder / "PrivacyInfo.xcprivacy", used(folder)
        if not file.exists():
            result += [f"{module} uses {api} ({place}), but has no {file.name}" for api, place in apis.items()]
            result += [f"{module} has no {file.name}"] if module in SDKS else []
            continue
        if module not in declared:
            result.append(f"Package.swift does not declare the manifest of {module}")
        content = plistlib.loads(file.read_bytes())
        if set(content) != KEYS or content["NSPrivacyTracking"] or content["NSPrivacyTrackingDomains"]:
            result.append(f"{file} must have the four keys of a manifest, and no tracking")
        entries = {
            item["NSPrivacyAccessedAPIType"].removeprefix(PREFIX): set(item["NSPrivacyAccessedAPITypeReasons"])
            for item in content["NSPrivacyAccessedAPITypes"]
        }
        result += [f"{module} uses {api} ({apis[api]}) without a reason" for api in apis if api not in entries]
        result += [f"{module} states a reason for {api}, which it does not use" for api in entries if api not in apis]
        result += [
            f"{module} states an unknown reason for {api}"
            for api, reasons in entries.items()
            if not reasons or not reasons <= REASONS.get(api, set())
        ]
        if module in SDKS and not content["NSPrivacyCollectedDataTypes"]:
            result.append(f"{module} sends data to its service, but states none")
    for module in sorted(declared):
        if not (root / "Sources" / module / "PrivacyInfo.xcprivacy").exists():
            result.append(f"Package.swift declares a manifest of {module}, which does not exist")
    return result


def check_self(root):
    """Fails unless the search finds each difference in a copy of the manifests with one change."""
    changes = [
        ("Sources/AppCoinsSDK/New.swift", "let defaults = UserDefaults.standard\n", "AppCoinsSDK uses UserDefaults"),
        ("Sources/APIXML/New.swift", "let time = ProcessInfo.processInfo.systemUptime\n", "APIXML uses SystemBootTime"),
        ("Sources/FileSupport/SystemFile.swift", "// lstat(path)\n", "FileSupport states a reason for FileTimestamp"),
        ("Sources/APIRuntime/Disk.swift", "let free = values.volumeAvailableCapacityKey", "APIRuntime uses DiskSpace"),
    ]
    for path, text, expected in changes:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for module in CLIENT:
                source = root / "Sources" / module
                for file in [*source.rglob("*.swift"), *source.glob("*.xcprivacy")]:
                    target = copy / file.relative_to(root)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(file.read_bytes())
            (copy / "Package.swift").write_bytes((root / "Package.swift").read_bytes())
            if "SystemFile" in path:
                for file in (copy / "Sources/FileSupport").rglob("*.swift"):
                    file.write_text("")
            (copy / path).write_text(text)
            if not any(problem.startswith(expected) for problem in problems(copy)):
                sys.exit(f"error: check_privacy.py does not find: {expected}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    root = parser.parse_args().root
    found = problems(root)
    for problem in found:
        print(f"error: {problem}", file=sys.stderr)
    if found:
        sys.exit(1)
    check_self(root)
    print("privacy: the manifests match the sources")


main()
