#!/usr/bin/env bash
# How `linchpin refine` grows with the size of programs: a chain of n copied statements over a handful of
# shared variables, the target with its loads merged. Prints n, the answer, and seconds.
#
#   bench/refine-growth.sh [LINCHPIN] [N...]
set -euo pipefail
linchpin=${1:-target/debug/linchpin}
shift || true
sizes=${*:-10 20 50 100 200}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# One program: how its k-th statement looks is given by a function.
program() {
    echo "int a, b, c, d;"
    echo "void chain(void)"
    echo "{"
    for ((k = 0; k < $2; k++)); do
        "$1" $((k % 4))
    done
    echo "}"
}
names=(a b c d)
source_statement() {
    echo "    { int r = ${names[$1]}; int s = ${names[$1]}; ${names[$((($1 + 1) % 4))]} = r + s; }"
}
target_statement() {
    echo "    { int r = ${names[$1]}; ${names[$((($1 + 1) % 4))]} = r + r; }"
}
for n in $sizes; do
    program source_statement "$n" > "$folder/source.c"
    program target_statement "$n" > "$folder/target.c"
    start=$(date +%s.%N)
    answer=$("$linchpin" refine "$folder/target.c" "$folder/source.c" -q || true)
    end=$(date +%s.%N)
    echo "$n $answer $(echo "$end - $start" | bc)"
done
