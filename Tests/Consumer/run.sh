#!/bin/sh
# Resolves packages that depend on the committed state of this one by git URL, prints their checkouts, and builds
# them. Fails if a package downloads or compiles more than it uses. On Linux, links a program with one call dynamically
# and statically, prints their sizes, libraries, times and what they contain of this package, and fails if one loads all
# of Foundation.
#
# Usage: run.sh [--resolve]
# With --resolve, builds nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/consumer
name=$(basename "$root")
branch=consumer-check
mode=${1:-}

rm -rf "$work"
mkdir -p "$work"
git clone --quiet --bare "$root" "$work/$name.git"
git -C "$work/$name.git" update-ref "refs/heads/$branch" "$(git -C "$root" rev-parse HEAD)"

# fail MESSAGE LOG: prints the end of a log and a message.
fail() {
    tail -n 40 "$2" >&2
    echo "error: $1" >&2
    exit 1
}

# resolve PACKAGE CHECKOUTS: resolves a package from nothing. Its checkouts must be those named, in any order.
resolve() {
    mkdir "$work/$1"
    cp -R "$here/$1/." "$work/$1"
    sed -e "s|SPECWRIGHT_URL|file://$work/$name.git|" -e "s|SPECWRIGHT_BRANCH|$branch|" -e "s|SPECWRIGHT_NAME|$name|" \
        "$here/$1/Package.swift" >"$work/$1/Package.swift"
    start=$(date +%s)
    swift package --package-path "$work/$1" resolve >"$work/$1.resolve.log" 2>&1 ||
        fail "$1 cannot be resolved" "$work/$1.resolve.log"
    seconds=$(($(date +%s) - start))
    checkouts=$work/$1/.build/checkouts
    # shellcheck disable=SC2012
    found=$(ls "$checkouts" | sed "s/^$name\$/specwright/" | sort | tr '\n' ' ')
    size=$(du -sm "$checkouts" | cut -f1)
    echo "$1: $(echo "$found" | wc -w) checkouts, $size MB, $seconds s: $found"
    # shellcheck disable=SC2086
    expected=$(printf '%s\n' $2 | sort | tr '\n' ' ')
    [ "$found" = "$expected" ] || {
        echo "error: the expected checkouts of $1 are: $expected" >&2
        exit 1
    }
}

# build PACKAGE PATTERN: builds a package from nothing. It must not compile a module whose name matches the pattern.
build() {
    start=$(date +%s)
    swift build --package-path "$work/$1" --verbose >"$work/$1.log" 2>&1 || fail "$1 cannot be built" "$work/$1.log"
    seconds=$(($(date +%s) - start))
    # Only compiler calls count: the log also names packages that nothing is built from.
    if grep -E '\-module-name' "$work/$1.log" | grep -oE "\-module-name ($2)( |\$)" | sort -u | grep .; then
        echo "error: $1 compiles modules that it does not use" >&2
        exit 1
    fi
    start=$(date +%s)
    swift build --package-path "$work/$1" >"$work/$1.again.log" 2>&1 || fail "$1 cannot be built again" "$work/$1.again.log"
    again=$(($(date +%s) - start))
    echo "$1: builds in $seconds s, again in $again s; compiles $(grep -oE '\-module-name [A-Za-z_]+' "$work/$1.log" | sort -u | awk '{print $2}' | tr '\n' ' ')"
}

echo 'Before package traits: every package had 28 checkouts, 228 MB, after 24 s'
client='specwright swift-http-types swift-log'
resolve Client "$client"
# SwiftPM downloads dependencies whatever the system that their conditions name.
resolve SDK "$client GRDB.swift OpenCombine swift-asn1 swift-crypto"
# Those of Hummingbird and AsyncHTTPClient. Change the list when one of them changes its dependencies.
server='async-http-client hummingbird swift-algorithms swift-asn1 swift-async-algorithms swift-atomics'
server="$server swift-certificates swift-collections swift-configuration swift-crypto swift-distributed-tracing"
server="$server swift-http-structured-headers swift-metrics swift-nio swift-nio-extras swift-nio-http2 swift-nio-ssl"
server="$server swift-nio-transport-services swift-numerics swift-service-context swift-service-lifecycle swift-system"
resolve Server "$client $server"
resolve Plugin "$client swift-argument-parser"
resolve BuildTool "$client swift-argument-parser"
# Those of AsyncHTTPClient.
call='async-http-client swift-algorithms swift-asn1 swift-async-algorithms swift-atomics swift-certificates'
call="$call swift-collections swift-configuration swift-crypto swift-distributed-tracing swift-http-structured-headers"
call="$call swift-nio swift-nio-extras swift-nio-http2 swift-nio-ssl swift-nio-transport-services swift-numerics"
call="$call swift-service-context swift-service-lifecycle swift-system"
resolve Call "$client $call"
[ "$mode" = --resolve ] && exit

network='_?NIO[A-Za-z]*|Hummingbird[A-Za-z]*|AsyncHTTPClient'
build Client "$network|ArgumentParser[A-Za-z]*|GRDB|Crypto[A-Za-z]*"
build SDK "$network|ArgumentParser[A-Za-z]*"
build Server 'ArgumentParser[A-Za-z]*|GRDB|SandboxServer'

# Without traits, the libraries that require none can be built in a clone too. For a library, SwiftPM ignores --product.
swift build --package-path "$root" --scratch-path "$work/traits" --disable-default-traits --target APIWebhooks \
    >"$work/traits.log" 2>&1 || fail 'A library that requires no trait cannot be built in a clone' "$work/traits.log"

# Without its trait, the tool is not built, and the compiler reports the trait instead of a missing module.
if swift build --package-path "$root" --scratch-path "$work/traits" --disable-default-traits --product specwright \
    >"$work/traits.log" 2>&1; then
    fail 'The tool builds without the trait Generator' "$work/traits.log"
fi
grep -q 'error: specwright requires the trait Generator' "$work/traits.log" ||
    fail 'A build without traits does not name the trait Generator' "$work/traits.log"
if grep 'no such module' "$work/traits.log"; then
    fail 'A build without traits reports a missing module' "$work/traits.log"
fi
echo 'Without traits: a clone builds what requires none, and otherwise the compiler names the trait'

# specwright ARGUMENT...: runs the command plugin in the package that uses it.
specwright() {
    swift package --package-path "$work/Plugin" --allow-writing-to-package-directory specwright "$@" \
        >"$work/Plugin.command.log" 2>&1
}
specwright generate || fail 'The command plugin cannot generate' "$work/Plugin.command.log"
grep 'files written' "$work/Plugin.command.log" || fail 'The command plugin does not report files' "$work/Plugin.command.log"
specwright check || fail 'The command plugin reports stale output' "$work/Plugin.command.log"
specwright lint || fail 'The command plugin cannot lint' "$work/Plugin.command.log"
build Plugin "$network|GRDB|Crypto[A-Za-z]*"
sed -i.bak 's/title: { type: string }/title: { type: strng }/' "$work/Plugin/Specs/notes.yaml"
if specwright lint; then
    fail 'The command plugin succeeds with an invalid document' "$work/Plugin.command.log"
fi
echo 'Plugin: generates, checks, lints and builds'

# The build-tool plugin generates when a document changes, and only then.
build BuildTool "$network|GRDB|Crypto[A-Za-z]*"
[ "$(swift run --package-path "$work/BuildTool" Notes 2>"$work/BuildTool.log")" = '["Milk"]' ] ||
    fail 'The package with the build-tool plugin does not run' "$work/BuildTool.log"
# rebuild EXPECTED: builds the package again. EXPECTED is the number of modules that the plugin generates.
rebuild() {
    swift build --package-path "$work/BuildTool" --verbose >"$work/BuildTool.log" 2>&1 ||
        fail 'BuildTool cannot be built again' "$work/BuildTool.log"
    found=$(grep -cE 'specwright( |-tool )generate' "$work/BuildTool.log" || true)
    [ "$found" = "$1" ] || fail "The plugin generates $found modules instead of $1" "$work/BuildTool.log"
}
# settle: builds until the plugin generates nothing. SwiftPM links the tool again when any environment variable has
# changed since the last build, and then has to generate again. A build that neither links the tool nor has another
# document must not. The loop's variable is not `_`, which the shell passes on to the commands.
settle() {
    attempt=0
    while [ $attempt -lt 3 ]; do
        attempt=$((attempt + 1))
        swift build --package-path "$work/BuildTool" --verbose >"$work/BuildTool.log" 2>&1 ||
            fail 'BuildTool cannot be built again' "$work/BuildTool.log"
        grep -qE 'specwright( |-tool )generate' "$work/BuildTool.log" || return 0
        grep -qE "specwright-tool'? -module-name specwright " "$work/BuildTool.log" ||
            fail 'The plugin generates although neither the tool nor a document has changed' "$work/BuildTool.log"
    done
    fail 'SwiftPM links the tool again in every build' "$work/BuildTool.log"
}
settle
# Not every sed reads \n in a replacement as a line break.
sed -i.bak -e 's/\[title\]/[title, text]/' -e 's/        title: .*/&\
        text: { type: string }/' "$work/BuildTool/Documents/notes.yaml"
sed -i.bak 's/Note(title: "Milk")/Note(title: "Milk", text: "")/' "$work/BuildTool/Sources/Notes/Notes.swift"
rebuild 2
settle
echo 'BuildTool: generates when a document changes, and only then'

# start PACKAGE TEST ARGUMENT...: from `swift package init` to a passing test, with the commands of "Your own spec".
# ARGUMENT is one of `specwright init`, and TEST is in the name of the first test.
start() {
    package=$1
    test=$2
    shift 2
    mkdir -p "$work/$package"
    cd "$work/$package"
    log=$work/$package.log
    swift package init --name "$package" >"$log" 2>&1 || fail 'swift package init fails' "$log"
    swift run --package-path "$root" specwright init "$@" >"$log" 2>&1 || fail 'specwright init fails' "$log"
    swift test >"$log" 2>&1 || fail 'The tests of a new project fail' "$log"
    grep -q "$test" "$log" || fail 'The first test does not run' "$log"
    echo "$package: three commands from nothing to a passing test"
}
start Shop 'notes that are done are not listed'
# With a document of its own, as in "Getting started".
mkdir -p "$work/Pets/Specs"
cp "$root/Tests/Golden/petstore.yaml" "$work/Pets/Specs"
start Pets 'the first call sends one request' --spec Specs/petstore.yaml

# milliseconds PROGRAM: the shortest of 20 runs, in tenths of a millisecond.
milliseconds() {
    best=
    for _ in $(seq 20); do
        start=$(date +%s%N)
        "$1"
        time=$((($(date +%s%N) - start) / 100000))
        [ -n "$best" ] && [ "$best" -le "$time" ] || best=$time
    done
    echo "$((best / 10)).$((best % 10))"
}

# call KIND OPTION...: builds Call for release, makes its call to a server on loopback, and prints figures.
call() {
    kind=$1
    shift
    start=$(date +%s)
    swift build --package-path "$work/Call" -c release --product Call "$@" >"$work/Call.$kind.log" 2>&1 ||
        fail "Call cannot be linked $kind" "$work/Call.$kind.log"
    seconds=$(($(date +%s) - start))
    program=$work/Call.$kind
    cp "$(swift build --package-path "$work/Call" -c release --show-bin-path "$@")/Call" "$program"
    printed=$("$program" "http://127.0.0.1:$port")
    [ "$printed" = 0x2a ] || {
        echo "error: the $kind program prints '$printed' in place of the response" >&2
        exit 1
    }
    full='libFoundation\.so|FoundationNetworking|FoundationInternationalization|FoundationICU|icudt'
    if { ldd "$program" && strings "$program"; } | grep -E "$full"; then
        echo "error: the $kind program contains more of Foundation than FoundationEssentials" >&2
        exit 1
    fi
    stripped=$work/Call.stripped
    strip -o "$stripped" "$program"
    echo "Call, $kind: $(du -m "$program" | cut -f1) MB, $(du -m "$stripped" | cut -f1) MB without symbols," \
        "$(ldd "$program" | wc -l) libraries, starts and ends in $(milliseconds "$program") ms, built in $seconds s"
}

[ "$(uname)" = Linux ] || exit 0
python3 "$here/wallet_server.py" >"$work/port" &
server=$!
trap 'kill $server' EXIT
while [ ! -s "$work/port" ]; do
    kill -0 $server 2>/dev/null || { echo 'error: the server does not start' >&2 && exit 1; }
    sleep 0.1
done
port=$(cat "$work/port")
call dynamic
map=$work/Call.map
call static --static-swift-stdlib -Xlinker "-Map=$map"
python3 "$here/linked_sizes.py" "$map" "$root"
