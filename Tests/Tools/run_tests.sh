#!/usr/bin/env bash
# Runs a test command and, when it fails, says at the end again which tests failed and why: the lines of a thousand that
# passed stand in between. Usage: run_tests.sh LOG COMMAND [ARGUMENT...]
set -uo pipefail
log=$1
shift
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    printf '\nWhat failed:\n'
    if ! grep -aE "recorded an issue|Time limit was exceeded|Fatal error|signal code" "$log"; then
        echo "No test reported a failure. The last line about a test:"
        grep -aE "^[◇✔✘]" "$log" | tail -n 1
    fi
    grep -a "Test run with" "$log" | tail -n 1
fi
exit "$status"
