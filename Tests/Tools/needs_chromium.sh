#!/bin/sh
# Checks that a browser and its driver are installed. Installs them only as root on Debian.
set -eu
command -v chromedriver >/dev/null 2>&1 && { command -v chromium || command -v google-chrome; } >/dev/null 2>&1 && exit 0
if command -v apt-get >/dev/null 2>&1; then
    packages='chromium chromium-driver'
    if [ "$(id -u)" = 0 ]; then
        install="apt-get install --yes --quiet --no-install-recommends $packages"
        $install >/dev/null 2>&1 || { apt-get update --quiet >/dev/null && $install >/dev/null; }
        exit 0
    fi
    echo "error: a browser is missing. Install it with: sudo apt-get install $packages" >&2
    exit 1
fi
echo 'error: chromium and chromedriver are missing. Install them with your package manager' >&2
exit 1
