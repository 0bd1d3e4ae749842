#!/usr/bin/env bash
# Runs a test command. If it fails, repeats the failures at the end, because the output contains a thousand passed
# tests.
# Usage: run_tests.sh LOG COMMAND [ARGUMENT...]
set -uo pipefail
log=$1
shift
# The temporary files of all tests, also of those that are stopped, are deleted with this folder.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    printf '\nFailures:\n'
    # The lines after an issue say what was expected.
    issues=$(grep -aE -A 4 "recorded an issue" "$log" | grep -aE "recorded an issue|^↳")
    crashes=$(grep -aE "Time limit was exceeded|Fatal error|signal code" "$log")
    if [ -n "$issues$crashes" ]; then
        printf '%s\n' "$issues" "$crashes"
    else
        echo "No test reported a failure. The last line about a test:"
        grep -aE "^[◇✔✘]" "$log" | tail -n 1
    fi
    grep -a "Test run with" "$log" | tail -n 1
fi
exit "$status"
