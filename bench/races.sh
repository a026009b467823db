#!/bin/bash
# Asks ThreadSanitizer about every race that is found in tests/verify/races and tests/verify/ownership: the
# reproducer of each is compiled by the command at its head and run until the race is reported, a few times at most.
# Prints one line for each and the counts; fails if some race is not confirmed.
#
#   bench/races.sh [LINCHPIN]           the binary; the one of this tree unless given
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    cargo build --release --quiet --package linchpin
    set -- "${CARGO_TARGET_DIR:-target}/release/linchpin"
fi
linchpin=$(realpath "$1")
root=$PWD
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
n_runs=20

found=0 confirmed=0
for file in $(grep -l '^//@ verdict: false(no-data-race)' "$root"/tests/verify/races/*.c "$root"/tests/verify/ownership/*.c); do
    rm -f reproducer.c reproducer
    "$linchpin" verify "$file" --property no-data-race --time 60 --reproducer reproducer.c >answer 2>&1 || true
    found=$((found + 1))
    name=${file#"$root"/tests/verify/}
    if [ ! -e reproducer.c ]; then
        printf '  %-64s %s\n' "$name" "$(grep -m 1 'reproducer:' answer)"
        continue
    fi
    compile=$(sed -n 's/^ \* compile: *//p' reproducer.c)
    if ! sh -c "$compile" 2>errors; then
        printf '  %-64s is not compiled: %s\n' "$name" "$(head -n 1 errors)"
        continue
    fi
    for run in $(seq $n_runs); do
        timeout 10 ./reproducer >output 2>&1 </dev/null || true
        if grep -q 'WARNING: ThreadSanitizer: data race' output; then
            confirmed=$((confirmed + 1))
            printf '  %-64s confirmed, run %d\n' "$name" "$run"
            continue 2
        fi
    done
    printf '  %-64s not confirmed in %d runs: %s\n' "$name" $n_runs "$(tail -n 1 output)"
done
printf '%d races, %d confirmed by ThreadSanitizer\n' $found $confirmed
[ $found -eq $confirmed ]
