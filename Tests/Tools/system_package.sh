#!/bin/sh
# Checks that a system library is installed: system_package.sh PKG-CONFIG-NAME DEBIAN-PACKAGE HOMEBREW-FORMULA
# Installs it only as root on Debian. For any other user, prints the command to run.
set -eu
name=$1 debian=$2 brew=$3

if command -v pkg-config >/dev/null 2>&1; then
    pkg-config --exists "$name" && exit 0
fi
if command -v dpkg-query >/dev/null 2>&1; then
    dpkg-query --show --showformat '${db:Status-Status}\n' "$debian" 2>/dev/null | grep -qx installed && exit 0
fi
# Apple systems include SQLite.
if [ "$(uname)" = Darwin ]; then
    [ "$name" = sqlite3 ] && exit 0
    command -v brew >/dev/null 2>&1 && brew list "$brew" >/dev/null 2>&1 && exit 0
    echo "error: $brew is missing. Install it with: brew install $brew" >&2
    exit 1
fi
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
        apt-get install --yes --quiet "$debian" >/dev/null 2>&1 ||
            { apt-get update --quiet >/dev/null && apt-get install --yes --quiet "$debian" >/dev/null; }
        exit 0
    fi
    echo "error: $debian is missing. Install it with: sudo apt-get install $debian" >&2
    exit 1
fi
echo "error: the library $name is missing. Install it with your system's package manager ($debian on Debian)" >&2
exit 1
