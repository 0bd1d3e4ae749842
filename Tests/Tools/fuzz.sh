#!/bin/sh
# Runs the readers and the whole generator with mutated documents from libFuzzer.
#
#   fuzz.sh SECONDS [-O]     SECONDS for each of the two; -O builds them with optimization, for long runs
#   SEED=1 fuzz.sh SECONDS   the same mutations in each run
#
# Keeps inputs that reach new code in .build/fuzz/found and uses them again. Writes inputs that crash, or exceed the
# time or memory limit, to .build/fuzz/crash-….
set -eu

seconds=$1
optimisation=${2:--Onone}
root=$(cd "$(dirname "$0")/../.." && pwd)
build="$root/.build/fuzz"
swiftc=${SWIFTC:-swiftc}
mkdir -p "$build/found/reader" "$build/found/pipeline" "$build/seeds/reader" "$build/seeds/pipeline"
cd "$build"

# Compiles a library if one of its files changed.
compile() {
    name=$1
    stamp="$name$optimisation.o"
    if [ -e "$stamp" ] && [ -z "$(find "$root/Generator" -name '*.swift' -newer "$stamp" | head -n 1)" ]; then
        return
    fi
    "$swiftc" "$optimisation" -wmo -swift-version 6 -parse-as-library -sanitize=fuzzer -module-name "$name" \
        -package-name specwright \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I . -I "$root/Generator/CLibYAML" \
        -emit-module -emit-module-path "$name.swiftmodule" -c -o "$stamp" \
        $(find "$root/Generator/$name" -name '*.swift' | sort)
}

link() {
    target=$1
    source=$2
    shift 2
    "$swiftc" "$optimisation" -swift-version 6 -parse-as-library -sanitize=fuzzer -I . -I "$root/Generator/CLibYAML" \
        -o "$target" "$root/Tests/Fuzz/$source.swift" "$@" -lyaml
}

# The first byte of an input contains options; see the targets.
seeds() {
    number=0
    for file in "$root"/Tests/BadSpecs/*.yaml "$root"/Tests/BadSpecs/*.json "$root"/Tests/Golden/*.yaml; do
        number=$((number + 1))
        case $file in
        *.json) reader='\001' pipeline='\022' ;;
        *) reader='\000' pipeline='\002' ;;
        esac
        { printf "$reader"; cat "$file"; } >"seeds/reader/$number"
        { printf "$pipeline"; cat "$file"; } >"seeds/pipeline/$number"
        overlay="$root/Tests/BadSpecs/overlays/$(basename "$file")"
        if [ -e "$overlay" ]; then
            { printf '\n=====\n'; cat "$overlay"; } >>"seeds/pipeline/$number"
        fi
    done
}

dictionary() {
    cat "$root"/Tests/BadSpecs/*.yaml "$root"/Tests/Golden/*.yaml |
        grep -oE '[$a-zA-Z-]+: ' | sort | uniq -c | sort -rn | awk '$1 > 2 { print "\"" $2 " \"" }' | head -n 150
    printf '"\\x0a  "\n"*a"\n"&a "\n"<<: *a"\n"[*a,*a,*a]"\n"#/components/schemas/"\n'
}

run() {
    target=$1
    length=$2
    # Without Swift's own report of crashes, which ends the process before libFuzzer writes the input.
    SWIFT_BACKTRACE=enable=no "./$target" "found/$target" "seeds/$target" -dict=words -seed="${SEED:-0}" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2000 -max_len="$length" \
        -artifact_prefix="crash-$target-" -print_final_stats=1 -verbosity=0
}

compile YAMLReader
compile GeneratorCore
link reader ReaderTarget "YAMLReader$optimisation.o"
link pipeline PipelineTarget "YAMLReader$optimisation.o" "GeneratorCore$optimisation.o"
seeds
dictionary >words
run reader 4096
run pipeline 12000
