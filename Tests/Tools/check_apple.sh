#!/bin/sh
# Type-checks the code for Apple systems against the stand-ins in Tests/AppleStubs.
#
# Usage: check_apple.sh [folder of a debug build of this package]
# Without an argument, uses the default build if it exists, or that of `make warnings`.
set -eu
cd "$(dirname "$0")/../.."
for build in "${1:-.build/debug}" .build/warnings/debug; do [ -d "$build/Modules" ] && break; done
[ -d "$build/Modules" ] || { echo 'error: build the package first' >&2; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# C modules of the compiled dependencies.
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
stand_in Security CryptoKit Network ObjectiveC Combine UserNotifications UIKit MarketplaceKit StoreKit
stand_in FoundationOnApple WebKit SafariServices AuthenticationServices

# check MODULE: type-checks all files of a module, including function bodies, as on an Apple system.
# shellcheck disable=SC2046,SC2086
check() {
    # Set only when needed: with it, the standard library on Linux lacks a type that is needed to check calls into C.
    interop=
    grep -rqs '^@objc' "Sources/$1" && interop='-Xfrontend -enable-objc-interop'
    swiftc $flags $features $interop -Xfrontend -import-module -Xfrontend FoundationOnApple -suppress-warnings -parse-as-library -wmo -emit-module -module-name "$1" -o "$out/$1.swiftmodule" \
        $(find "Sources/$1" -name '*.swift')
    echo "apple: $1 is type-correct"
}
# Last, because every module that is compiled after it counts as one of an Apple system.
stand_in Darwin
checked='FileSupport APIRuntime APIRequestDecoding APIWebhooks APIStorage AnybillBase SensibillSDK AppCoinsSDK'
for module in $checked; do check "$module"; done

# The list above must contain every module with such code.
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
