#!/bin/sh
# Builds the DocC catalog of every product, and fails at a warning, such as a link that leads nowhere.
#
# Usage: check_docs.sh <folder of a debug build of this package> [<folder for the archives>]
set -eu
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
output=${2:-$work/archives}
mkdir -p "$output"

docc=$(dirname "$(dirname "$(command -v swiftc)")")/bin/docc
[ -x "$docc" ] || docc=$(command -v docc || xcrun --find docc)
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",*$/\1/p' | head -1)
flags="-I $build/Modules"
for map in $(find -L "$build" "$(dirname "$(dirname "$build")")/checkouts" -name module.modulemap 2>/dev/null); do
    case $map in
    *COpenCombineHelpers.build* | *GRDBSQLite* | */C[A-Z]*NIO* | *CNIO* | *CCrypto* | *CAsyncHTTPClient* | *_Numerics* | *_Atomics* | *CSystem*)
        flags="$flags -Xcc -fmodule-map-file=$map"
        ;;
    esac
done

failed=0
for catalog in Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    mkdir -p "$work/$module"
    # The extractor prints what it does not find in imported modules; docc reports what matters.
    # shellcheck disable=SC2086
    swift symbolgraph-extract -module-name "$module" -target "$target" $flags -minimum-access-level public \
        -skip-inherited-docs -output-dir "$work/$module" >"$work/$module.txt" 2>&1 || {
        cat "$work/$module.txt"
        exit 1
    }
    # Inherited documentation of other modules links to symbols that are not in this archive.
    rm -f "$work/$module"/*@*
    "$docc" convert "$catalog" --additional-symbol-graph-dir "$work/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "specwright.$module" --output-path "$output/$module.doccarchive" \
        >"$work/$module.log" 2>&1 || failed=1
    # Prints each warning of a handwritten file with its location.
    if awk '
        function report() { if (head != "") { print head; if (place != "") print place; bad = 1 } head = ""; place = "" }
        /^(warning|error): / { report(); head = $0; next }
        /^ *--> / && head != "" && place == "" { if ($0 ~ /Generated\//) head = ""; else { place = $0; report() } }
        END { report(); exit bad }' "$work/$module.log"; then
        echo "docs: $module has no warnings"
    else
        failed=1
    fi
done
exit $failed
