#!/bin/sh
# Measures the 26 functions of the paper on clumping (Li, Berenger, Chang, Rival, 2017; its Fig. 11).
# Their texts are not a part of the repository and stay as they are: name the folder with the
# libraries (`bsd-tree`, `gdsl`, `jsw_avltree-bintrees`) and that of MemCAD's tests (`paper26`).
# The drivers and predicates beside this file are ours; `bench/paper26/*.pred` say what is required
# and ensured. Functions of `sll`, `psll` and `bstree` are MemCAD's and Forester's own programs.
#
#   bench/paper26.sh LIBRARIES MEMCAD [STRATEGY...]
#
# prints a line per function (verdict, seconds of processor time, symbolic heaps of the proof, and how
# many of them are at one loop at most) and the sums.
# `LINCHPIN` names the program to measure, if it is not the one of this repository.
set -eu
if [ $# -lt 2 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 3
fi
libraries="$(cd "$1" && pwd)"
memcad="$(cd "$2" && pwd)"
shift 2
[ $# -gt 0 ] || set -- clump-guided clump canon-guided canon none
root="$(cd "$(dirname "$0")/.." && pwd)"
linchpin="${LINCHPIN:-${CARGO_TARGET_DIR:-$root/target}/release/linchpin}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Headers that the programs ask for and that are not there.
mkdir "$work/include"
: > "$work/config.h"
cat > "$work/include/verifier-builtins.h" <<'HEADER'
extern int __VERIFIER_nondet_int(void);
HEADER
cat > "$work/before.h" <<'HEADER'
#define null ((void *)0)
#define NULL ((void *)0)
void _memcad(char *);
void *malloc(unsigned long);
void free(void *);
HEADER
export CPATH="$libraries:$work/include"

# Name, kind, file, and the entry function or the definitions.
cat > "$work/list" <<'LIST'
sll-delmin memcad delete_list_min.c ind.list
sll-delmin-rec memcad list-search-min-rec-noarg.c ind.list
sll-delminmax memcad delete_list_min_max.c ind.list
sll-delminmax-rec memcad list-search-min-max-rec-noarg.c ind.list
bstree-find memcad tree-search-ele.c ind.all
bstree-find-rec memcad tree-search-ele-rec.c ind.all
psll-reverse program sll-rev.c main
psll-isort program sll-insertsort.c main
psll-bsort program sll-bubblesort.c main
gdll-findmin library gdll findmin
gdll-index library gdll-index at_index
gdll-findmax library gdll findmax
gdll-find library gdll find
gdll-delete library gdll delete
gbstree-find library gbstree find
gbstree-insert library gbstree insert
gbstree-delete library gbstree delete
bsplay-find library bsplay find
bsplay-delete library bsplay delete
bsplay-insert library bsplay insert
brbtree-find library brbtree find
brbtree-insert library brbtree insert
brbtree-delete library brbtree delete
javl-find library javl find
javl-free library javl release
javl-insert library javl insert
LIST

ask() {
    case "$1" in
    memcad)
        { cat "$work/before.h"; printf '# 1 "%s"\n' "$2"; cat "$memcad/paper26/$2"; } > "$work/$2"
        set -- "$work/$2" --data-model ILP32 --predicates "$memcad/paper26/$3" ;;
    program)
        set -- "$memcad/paper26/upstream-forester/$2" --engine shape ;;
    library)
        set -- "$root/bench/paper26/$2.c" --predicates "$root/bench/paper26/${2%-index}.pred" \
            --entry "$3" ;;
    esac
    timeout 600 "$linchpin" verify "$@" --property valid-deref --property valid-free \
        --clump "$strategy" --cpu-time 10 > "$work/out" 2> "$work/err" || true
}

# Of two answers of `times`, what children took between them: user and system.
seconds() {
    awk -F'[ms ]+' '
        { total[NR] = $1 * 60 + $2 + $3 * 60 + $4 }
        END { printf "%.2f", total[4] - total[2] }'
}

printf '%-20s' program
for strategy in "$@"; do printf ' %22s' "$strategy"; done
printf '\n'
while read -r name kind file entry; do
    printf '%-20s' "$name"
    for strategy in "$@"; do
        times > "$work/before"
        ask "$kind" "$file" "$entry"
        times > "$work/behind"
        took="$(cat "$work/before" "$work/behind" | seconds)"
        verdict="$(sed -n 's/^\(TRUE\|FALSE\|UNKNOWN\).*/\1/p' "$work/out" | head -1)"
        heaps="$(sed -n 's/.* \([0-9]*\) symbolic heaps\{0,1\}.*/\1/p' "$work/out" | head -1)"
        at_loops="$(sed -n 's/.*at most \([0-9]*\) at a loop.*/\1/p' "$work/out" | head -1)"
        printf ' %8s %6ss %3s %2s' "${verdict:-error}" "$took" "${heaps:--}" "${at_loops:--}"
        echo "$strategy ${verdict:-error} $took" >> "$work/all"
    done
    printf '\n'
done < "$work/list"
printf '\n'
for strategy in "$@"; do
    awk -v strategy="$strategy" '
        $1 == strategy { n++; seconds += $3; if ($2 == "TRUE") { proved++; needed += $3 } }
        END {
            printf "%-14s proved %d of %d in %.1f s, all %.1f s\n",
                strategy, proved, n, needed, seconds
        }' "$work/all"
done
