#!/usr/bin/env bash
# Runs a test command. If it fails, repeats the failures at the end, because the output contains a thousand passed
# tests.
# Usage: run_tests.sh LOG COMMAND [ARGUMENT...]
set -uo pipefail
log=$1
shift
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    printf '\nFailures:\n'
    if ! grep -aE "recorded an issue|Time limit was exceeded|Fatal error|signal code" "$log"; then
        echo "No test reported a failure. The last line about a test:"
        grep -aE "^[◇✔✘]" "$log" | tail -n 1
    fi
    grep -a "Test run with" "$log" | tail -n 1
fi
exit "$status"
