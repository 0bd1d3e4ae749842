#!/usr/bin/env bash
# Runs the tests of a finished build in two processes at once. Each runs one test after another, which leaves the second
# core idle. Prints the output of the first process, then that of the second, and at last the sums of both. If a test
# fails, repeats the failures before the sums, because the output contains thousands of passed tests.
# Usage: run_tests.sh LOG BUNDLE ALONE MODULES
# The tests that the regular expression ALONE matches run first, and alone. Then the first process runs the tests of the
# modules that MODULES matches, and the second all others.
# On a Mac, where a bundle is no program, `swift test` runs all of them in one process.
set -uo pipefail
log=$1
bundle=$2
alone="^($3)/"
modules="^($4)\\."
# The temporary files of all tests, also of those that are stopped, are deleted with this folder.
TMPDIR=$(mktemp -d)
export TMPDIR
# Colors would hide the marks of failures.
export NO_COLOR=1
trap 'kill $others 2>/dev/null; rm -rf "$TMPDIR"' EXIT
start=$SECONDS
others=
if [ -f "$bundle" ]; then
    run=("$bundle" --testing-library swift-testing --no-parallel)
    "${run[@]}" --filter "$alone" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    "${run[@]}" --skip "$modules" --skip "$alone" >"$log.others" 2>&1 &
    others=$!
    "${run[@]}" --filter "$modules" 2>&1 | tee -a "$log"
    half=${PIPESTATUS[0]}
    [ "$half" -eq 0 ] || status=$half
    wait "$others" || status=$?
    others=
    tee -a "$log" <"$log.others"
    rm "$log.others"
else
    swift test --skip-build --no-parallel 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
fi
if [ "$status" -ne 0 ]; then
    printf '\nFailures:\n'
    [ "$status" -le 128 ] || echo "A process was ended by the signal $((status - 128))."
    # The lines after an issue say what was expected.
    issues=$(grep -aE -A 4 "recorded an issue" "$log" | grep -aE "recorded an issue|^↳")
    crashes=$(grep -aE "Time limit was exceeded|Fatal error|signal code" "$log")
    if [ -n "$issues$crashes" ]; then
        printf '%s\n' "$issues" "$crashes"
    else
        echo "No test reported a failure. The last line about a test:"
        grep -aE "^[◇✔✘]" "$log" | tail -n 1
    fi
fi
grep -aoE "Test run with [0-9]+ tests? in [0-9]+ suites?" "$log" | awk -v status="$status" -v seconds=$((SECONDS - start)) '
    { tests += $4; suites += $7 }
    END {
        result = status == 0 ? "✔ Test run with %d tests in %d suites passed after %d seconds in %d processes.\n" \
                             : "✘ Test run with %d tests in %d suites failed after %d seconds in %d processes.\n"
        printf result, tests, suites, seconds, NR
    }'
exit "$status"
