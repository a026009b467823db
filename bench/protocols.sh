#!/bin/bash
# Prints how long each protocol of examples/protocols takes, re-check included, beside the
# figures of the paper on environment abstraction (VMCAI 2006, Fig. 2; 2.4 GHz Pentium, abstract
# model checked by NuSMV). "safety" is the file without its liveness properties, "all" the whole
# file; both in seconds of processor time, the least of three runs. Run from anywhere; needs a
# release build's time once.
#
#   bench/protocols.sh [SECONDS]      time limit per protocol, 60 unless given
set -eu
cd "$(dirname "$0")/.."
limit="${1:-60}"
target="${CARGO_TARGET_DIR:-target}"
cargo build --release --quiet --package linchpin
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
TIMEFORMAT=%U

# The least processor time of three runs on a file; the answer of the last is left in $folder.
least() {
    for _ in 1 2 3; do
        { time "$target/release/linchpin" protocol "$1" --time "$limit" \
            >"$folder/answer" 2>/dev/null || true; } 2>&1
    done | sort -n | head -n 1
}

printf '%-16s %8s %8s  %-22s %s\n' protocol safety all answer 'paper: safety / liveness'
for file in examples/protocols/*.lpp; do
    name=$(basename "$file" .lpp)
    case "$name" in
        szymanski) paper='0.1 s / 1.82 s' ;;
        bakery) paper='68.55 s / 755 s' ;;
        *) paper='-' ;;
    esac
    grep -v '^liveness' "$file" >"$folder/safety.lpp"
    safety=$(least "$folder/safety.lpp")
    all=$(least "$file")
    printf '%-16s %8s %8s  %-22s %s\n' "$name" "$safety" "$all" "$(tail -n 1 "$folder/answer")" "$paper"
done
