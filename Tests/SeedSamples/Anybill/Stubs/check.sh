#!/bin/sh
# Type-checks the samples of user interfaces against the stubs, where the system's libraries are missing.
#
# Usage: Stubs/check.sh <folder of a debug build that holds AnybillBase and its dependencies> <folder for results>
# Run from the root of the package, after `swift build`.
set -eu
build=$1
out=$2
samples=Tests/SeedSamples/Anybill
mkdir -p "$out"
maps=$(find -L "$build" "$build/../../checkouts" -name module.modulemap | sed -n -e '/COpenCombineHelpers.build/p' -e '/GRDBSQLite/p')
# SwiftPM names the package after its folder; the module uses declarations of the package.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9_]/_/g')
flags="-swift-version 6 -package-name $package -I $out -I $build/Modules"
for map in $maps; do flags="$flags -Xcc -fmodule-map-file=$map"; done
flags="$flags -Xcc -I$build/../../checkouts/OpenCombine/Sources/COpenCombineHelpers/include"
features="-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault"
features="$features -enable-upcoming-feature MemberImportVisibility"
for file in Tests/AppleStubs/UserNotifications.swift $samples/Stubs/UIKit/UIKit.swift \
    $samples/Stubs/SwiftUI/SwiftUI.swift
do
    module=$(basename "$file" .swift)
    swiftc $flags -enable-upcoming-feature InternalImportsByDefault -emit-module -module-name "$module" \
        -o "$out/$module.swiftmodule" "$file"
done
swiftc $flags $features -emit-module -module-name AnybillBase -o "$out/AnybillBase.swiftmodule" \
    $(find -L Sources/AnybillBase -name '*.swift')
swiftc $flags $features -default-isolation MainActor -typecheck -module-name UISamples \
    $samples/UI/*.swift $samples/ReceiptListModel.swift
echo "The samples of user interfaces are type-correct."
