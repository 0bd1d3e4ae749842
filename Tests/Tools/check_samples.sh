#!/bin/sh
# Type-checks the samples with the settings of different apps: in Swift 5 mode, and in Swift 6 mode with main actor
# isolation. Then type-checks the manifests of the articles, compiles the code of the tutorials, and checks the
# compiler's messages for the names of version 1.x. `make check-apple` type-checks the samples of user interfaces.
#
# Usage: check_samples.sh <folder of a debug build of this package>
set -eu
cd "$(dirname "$0")/../.."
build=$1

flags=$(Tests/Tools/module_flags.sh "$build")

# check NAME MODE-FLAGS FILES...
check() {
    name=$1 mode=$2
    shift 2
    # shellcheck disable=SC2086
    swiftc $flags $mode -typecheck -module-name "$name" "$@" -suppress-warnings
    echo "samples: $name is type-correct with $mode"
}

samples=Tests/SeedSamples
for service in Anybill Sensibill AppCoins; do
    files=$(find "$samples/$service" -name '*.swift' ! -path '*/UI/*')
    # Test macros do not expand in a module with main actor isolation.
    plain=$(grep -L '^import Testing' $files)
    # shellcheck disable=SC2086
    check "${service}Samples" '-swift-version 5' $files
    # shellcheck disable=SC2086
    check "${service}Samples" '-swift-version 6 -default-isolation MainActor' $plain
done

Tests/Tools/check_migration.sh "$build"

# The manifests that articles show. Other samples of articles are compiled by ReadmeTests.
manifests=$(dirname "$(dirname "$(command -v swiftc)")")/lib/swift/pm/ManifestAPI
for manifest in Tests/ReadmeTests/Manifests/*.swift; do
    swiftc -typecheck -I "$manifests" -package-description-version 6.2.0 "$manifest"
done
echo "samples: the manifests of the articles are type-correct"

Tests/Tools/check_tutorials.sh "$(cd "$build" && pwd)" "$flags"
