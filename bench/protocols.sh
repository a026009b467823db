#!/bin/sh
# Prints how long each protocol of examples/protocols takes, re-check included, beside the
# figures of the paper on environment abstraction (VMCAI 2006, Fig. 2; 2.4 GHz Pentium, abstract
# model checked by NuSMV). Run from anywhere; needs a release build's time once.
#
#   bench/protocols.sh [SECONDS]      time limit per protocol, 60 unless given
set -eu
cd "$(dirname "$0")/.."
limit="${1:-60}"
target="${CARGO_TARGET_DIR:-target}"
cargo build --release --quiet --package linchpin
printf '%-22s %9s  %-18s %s\n' protocol seconds answer 'paper: safety / liveness'
for file in examples/protocols/*.lpp; do
    name=$(basename "$file" .lpp)
    case "$name" in
        szymanski) paper='0.1 s / 1.82 s' ;;
        bakery) paper='68.55 s / 755 s' ;;
        *) paper='-' ;;
    esac
    start=$(date +%s%N)
    answer=$("$target/release/linchpin" protocol "$file" --time "$limit" 2>/dev/null | tail -n 1) || true
    end=$(date +%s%N)
    seconds=$(echo "$start $end" | awk '{ printf "%.2f", ($2 - $1) / 1e9 }')
    printf '%-22s %9s  %-18s %s\n' "$name" "$seconds" "$answer" "$paper"
done
