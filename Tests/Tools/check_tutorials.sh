#!/bin/sh
# Generates the modules of the tutorials' document, and compiles the code of every step against them.
#
# Usage: check_tutorials.sh <folder of a debug build of this package> <flags of the compiler>
# Run from the root of the package.
set -eu
build=$1
flags=$2
code=$(pwd)/Sources/APIRuntime/APIRuntime.docc/Tutorials/Code
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# module NAME FOLDER FILES...: compiles a module for those that follow.
module() {
    name=$1 folder=$2
    shift 2
    # shellcheck disable=SC2086
    swiftc -I "$folder" $flags -swift-version 6 -parse-as-library -enable-testing -wmo \
        -suppress-warnings -emit-module -emit-module-path "$folder/$name.swiftmodule" -c -o "$folder/$name.o" \
        -module-name "$name" "$@"
}

generated() { find "$1/Sources/$2" -name '*.swift'; }

for tutorial in app server; do
    folder=$work/$tutorial
    mkdir -p "$folder/Specs"
    cp "$code/specwright-$tutorial.yaml" "$folder/Specs/specwright.yaml"
    for document in 1 2; do
        cp "$code/notes-$document.yaml" "$folder/Specs/notes.yaml"
        (cd "$folder" && "$build/specwright" generate --config Specs/specwright.yaml >/dev/null)
    done
    # shellcheck disable=SC2046
    module NotesAPI "$folder" $(generated "$folder" NotesAPI)
done

app=$work/app
# shellcheck disable=SC2046
module NotesMocks "$app" $(generated "$app" NotesMocks)
for step in 1 2 3; do module NotesModel "$app" "$code/app-$step.swift" "$code/app-4.swift"; done
module NotesModelTests "$app" "$code/app-5.swift"

server=$work/server
# shellcheck disable=SC2046
module NotesServer "$server" $(generated "$server" NotesServer)
module notes "$server" "$code/server-1.swift"
for step in 2 3; do
    for program in 4 5; do
        module notes "$server" "$code/server-1.swift" "$code/server-$step.swift" "$code/server-$program.swift"
    done
done

manifests=$(dirname "$(dirname "$(command -v swiftc)")")/lib/swift/pm/ManifestAPI
for manifest in "$code"/*-Package.swift; do
    swiftc -typecheck -I "$manifests" -package-description-version 6.2.0 "$manifest"
done
echo "tutorials: the code of all steps compiles"
