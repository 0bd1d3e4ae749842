#!/bin/sh
# Prints the compiler's flags for code that imports this package's modules.
#
# Usage: module_flags.sh <folder of a debug build of this package>
set -eu
build=$1
checkouts=$(dirname "$(dirname "$(cd "$build" && pwd -P)")")/checkouts
flags="-I $build/Modules"
for map in $(find -L "$build" "$checkouts" -name module.modulemap 2>/dev/null); do
    case $map in
    *COpenCombineHelpers.build* | *GRDBSQLite* | */C[A-Z]*NIO* | *CNIO* | *CCrypto* | *CAsyncHTTPClient* | *_Atomics* | \
        *CSystem* | *_NumericsShims*)
        flags="$flags -Xcc -fmodule-map-file=$map -Xcc -I$(dirname "$map")"
        ;;
    esac
done
flags="$flags -Xcc -I$checkouts/OpenCombine/Sources/COpenCombineHelpers/include"
plugins=$(dirname "$(dirname "$(command -v swiftc)")")/lib/swift/host/plugins/testing
[ -d "$plugins" ] && flags="$flags -plugin-path $plugins"
echo "$flags"
