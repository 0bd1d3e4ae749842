#!/bin/sh
# Builds a package that depends on the committed state of this one by git URL, and looks at what it compiles:
# no client product may pull in SwiftNIO, Hummingbird or ArgumentParser, and GRDB comes only with the service modules.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/consumer
name=$(basename "$root")
branch=consumer-check

mkdir -p "$work/package"
rm -rf "$work/package/Sources" "$work/$name.git"
git clone --quiet --bare "$root" "$work/$name.git"
git -C "$work/$name.git" update-ref "refs/heads/$branch" "$(git -C "$root" rev-parse HEAD)"
cp -R "$here/Sources" "$work/package/Sources"
sed -e "s|SPECWRIGHT_URL|file://$work/$name.git|" -e "s|SPECWRIGHT_BRANCH|$branch|" -e "s|SPECWRIGHT_NAME|$name|" \
    "$here/Package.swift" >"$work/package/Package.swift"

cd "$work/package"
swift package update >/dev/null 2>"$work/resolve.log" || { cat "$work/resolve.log" >&2; exit 1; }

# check PRODUCT PATTERN: builds a product from nothing and fails when its log shows the pattern.
check() {
    rm -rf "$work/build"
    swift build --product "$1" --scratch-path "$work/build" --verbose >"$work/$1.log" 2>&1 ||
        { tail -n 40 "$work/$1.log" >&2; exit 1; }
    # Only compiler calls count: the resolver names packages that nothing is built from.
    if grep -E '\-module-name' "$work/$1.log" | grep -oE "\-module-name ($2)( |\$)" | sort -u | grep .; then
        echo "error: $1 compiles what no client should" >&2
        exit 1
    fi
    echo "$1: $(grep -oE '\-module-name [A-Za-z_]+' "$work/$1.log" | sort -u | awk '{print $2}' | tr '\n' ' ')"
}

check PlainConsumer '_?NIO[A-Za-z]*|Hummingbird[A-Za-z]*|ArgumentParser[A-Za-z]*|AsyncHTTPClient|GRDB|Crypto[A-Za-z]*'
check Consumer '_?NIO[A-Za-z]*|Hummingbird[A-Za-z]*|ArgumentParser[A-Za-z]*|AsyncHTTPClient'
