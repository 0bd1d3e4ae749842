#!/bin/sh
# Checks the compiler's messages for the names of version 1.x, applies its fix-its to code of 1.x, and compiles the
# result.
#
# Usage: check_migration.sh <folder of a debug build of this package>
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
flags=$(Tests/Tools/module_flags.sh "$1")

# shellcheck disable=SC2086
swiftc $flags -swift-version 6 -typecheck Tests/Migration/OldNames.swift >"$out/migration.txt" 2>&1 || true
python3 Tests/Tools/check_migration.py Tests/Migration/OldNames.swift "$out/migration.txt"

cp Tests/Migration/OldApp.swift "$out/old.swift"
for round in 1 2 3; do
    # shellcheck disable=SC2086
    swiftc -frontend $flags -swift-version 6 -typecheck -diagnostic-style=llvm "$out/old.swift" 2>"$out/old.txt" >&2 || true
    grep -q ': error: ' "$out/old.txt" || break
    python3 Tests/Tools/check_fixits.py "$out/old.swift" "$out/old.txt" "$out/old.swift"
done
# Every name of 1.x must have been replaced, also those that are only deprecated.
# shellcheck disable=SC2086
swiftc $flags -swift-version 6 -warnings-as-errors -typecheck "$out/old.swift"
echo "migration: code of 1.x compiles after its fix-its"
