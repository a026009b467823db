#!/bin/sh
# Measures contracts on MemCAD's regression tests, which are not a part of the repository: name the
# folder that holds `rt.txt` and `bench/rt`. Each file that is expected to be proved is
# asked about under each strategy of bringing symbolic heaps together; a file that is not expected
# to be proved is marked, and counted as wrong if it is. Integers are those of mathematics, as they
# are in MemCAD's domains.
#
#   bench/memcad.sh FOLDER [STRATEGY...]
#
# prints a line per file (verdicts, seconds, symbolic heaps of the proof) and the sums. `LINCHPIN`
# names the program to measure, if it is not the one of this repository.
set -eu
if [ $# -lt 1 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 3
fi
folder="$1"
shift
[ $# -gt 0 ] || set -- clump-guided clump canon-guided canon none
root="$(dirname "$0")/.."
linchpin="${LINCHPIN:-${CARGO_TARGET_DIR:-$root/target}/release/linchpin}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# MemCAD reads a header before every program; this one makes `assert` a question.
cat > "$work/before.h" <<'HEADER'
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, "", 0, ""))
#define null ((void *)0)
#define NULL ((void *)0)
void _memcad(char *);
void *malloc(unsigned long);
void free(void *);
HEADER

# File, definitions, and whether all assertions are expected to be proved.
awk -F'"' '
    function tell() {
        if (file != "" && !(file in seen) && (category ~ /valid/ || total != proved)) {
            seen[file] = 1
            if (ind == "") ind = (inferred == "" ? "bench/rt/ind.all" : inferred)
            print file, ind, (total == proved ? "yes" : "no")
        }
        file = ind = inferred = category = total = proved = ""
    }
    # Where MemCAD finds definitions by itself, the ones that were written before stand in a comment.
    /^%indfile/ { inferred = $2 }
    /^%/ { next }
    /^\[/ { tell() }
    $1 ~ /^file/ { file = $2 }
    $1 ~ /^indfile/ { ind = $2 }
    /^category/ { split($0, parts, "="); category = parts[2] }
    /^asserts_total/ { split($0, parts, "="); total = parts[2] + 0 }
    /^asserts_proved/ { split($0, parts, "="); proved = parts[2] + 0 }
    END { tell() }
' "$folder/rt.txt" > "$work/list"

printf '%-40s' program
for strategy in "$@"; do printf ' %22s' "$strategy"; done
printf '\n'
while read -r file definitions expected; do
    [ -f "$folder/$file" ] || continue
    name="$(basename "$file")"
    { cat "$work/before.h"; printf '# 1 "%s"\n' "$name"; cat "$folder/$file"; } > "$work/$name"
    printf '%-40s' "$name$([ "$expected" = yes ] || echo ' (not expected)')"
    for strategy in "$@"; do
        start="$(date +%s%N)"
        timeout 60 "$linchpin" verify "$work/$name" --data-model ILP32 \
            --predicates "$folder/$definitions" --property valid-deref --property valid-free \
            --property unreach-call \
            --ints unbounded --clump "$strategy" --cpu-time 20 > "$work/out" 2> "$work/err" || true
        took="$(awk "BEGIN { printf \"%.2f\", ($(date +%s%N) - $start) / 1e9 }")"
        verdict="$(sed -n 's/^\(TRUE\|FALSE\|UNKNOWN\).*/\1/p' "$work/out" | head -1)"
        heaps="$(sed -n 's/.* \([0-9]*\) symbolic heaps\{0,1\}.*/\1/p' "$work/out" | head -1)"
        printf ' %8s %7ss %4s' "${verdict:-error}" "$took" "${heaps:--}"
        echo "$strategy $expected ${verdict:-error} $took" >> "$work/all"
    done
    printf '\n'
done < "$work/list"
printf '\n'
for strategy in "$@"; do
    awk -v strategy="$strategy" '
        $1 == strategy {
            n[$2]++
            seconds += $4
            if ($3 == "TRUE") proved[$2]++
            if ($3 == "FALSE") wrong++
        }
        END {
            printf "%-14s proved %d of %d, proved but not expected %d, refuted %d, %.1f s\n",
                strategy, proved["yes"], n["yes"], proved["no"], wrong, seconds
        }' "$work/all"
done
