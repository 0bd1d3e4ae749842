#!/bin/sh
# Type-checks the code for Apple systems where their libraries are missing, against the stand-ins in Tests/AppleStubs.
#
# Usage: check_apple.sh [folder of a debug build of this package]
# Without an argument: the everyday build, or that of `make warnings`, whichever there is.
set -eu
cd "$(dirname "$0")/../.."
for build in "${1:-.build/debug}" .build/warnings/debug; do [ -d "$build/Modules" ] && break; done
[ -d "$build/Modules" ] || { echo 'error: build the package first' >&2; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Modules in C that the compiled dependencies need.
checkouts=$(dirname "$(dirname "$(cd "$build" && pwd -P)")")/checkouts
flags="-swift-version 6 -package-name apple -I $out -I $build/Modules"
for map in $(find -L "$build" "$checkouts" -name module.modulemap 2>/dev/null); do
    case $map in
    *COpenCombineHelpers.build* | *GRDBSQLite* | */C[A-Z]*NIO* | *CNIO* | *CCrypto* | *_Atomics* | *CSystem*)
        flags="$flags -Xcc -fmodule-map-file=$map -Xcc -I$(dirname "$map")"
        ;;
    esac
done
flags="$flags -Xcc -I$checkouts/OpenCombine/Sources/COpenCombineHelpers/include"
features='-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault'
features="$features -enable-upcoming-feature MemberImportVisibility"

# shellcheck disable=SC2086
stand_in() {
    for module in "$@"; do
        swiftc $flags -enable-upcoming-feature InternalImportsByDefault -suppress-warnings -parse-as-library -wmo \
            -emit-module -module-name "$module" -o "$out/$module.swiftmodule" "Tests/AppleStubs/$module.swift"
    done
}
stand_in Security CryptoKit Network ObjectiveC Combine UserNotifications UIKit MarketplaceKit
stand_in FoundationOnApple WebKit SafariServices AuthenticationServices

# check MODULE: a module with all its files, as an Apple system would see them; its bodies are checked too.
# shellcheck disable=SC2046,SC2086
check() {
    # Only where it is needed: with it, the standard library of Linux lacks a type that calls into C are checked with.
    interop=
    grep -rqs '^@objc' "Sources/$1" && interop='-Xfrontend -enable-objc-interop'
    swiftc $flags $features $interop -Xfrontend -import-module -Xfrontend FoundationOnApple -suppress-warnings -parse-as-library -wmo -emit-module -module-name "$1" -o "$out/$1.swiftmodule" \
        $(find "Sources/$1" -name '*.swift')
    echo "apple: $1 is type-correct"
}
# Last, and not for the stand-ins themselves: with it every module counts as one of an Apple system.
stand_in Darwin
checked='FileSupport APIRuntime APIStorage AnybillBase SensibillSDK AppCoinsSDK'
for module in $checked; do check "$module"; done

# A module that begins to have such code must join the list above.
for module in $(grep -rlE 'canImport\((Darwin|Security|UIKit|WebKit|Network|Combine|ObjectiveC|UserNotifications|CryptoKit)\)' \
    Sources --include='*.swift' | cut -d/ -f2 | sort -u); do
    case " $checked " in
    *" $module "*) ;;
    *)
        echo "error: $module has code for Apple systems that Tests/Tools/check_apple.sh does not check" >&2
        exit 1
        ;;
    esac
done
