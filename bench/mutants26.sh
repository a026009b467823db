#!/bin/sh
# Holds what is proved of the library functions among the 26 (`bench/paper26.sh`) against runs: each mutant has
# one edit in the library's text, and a mutant that is proved is compiled with the address sanitizer and run
# on 400 random heaps that satisfy the contract, after which the heap is held against what the contract
# ensures. A proved mutant of which a run fails is a wrong answer; one of which a run does not end is told apart,
# since contracts speak of runs that end. Runs are `bench/paper26/run/*.c`, edits `bench/paper26/run/mutate.awk`.
#
#   bench/mutants26.sh LIBRARIES COUNT [FIRST_SEED [PROGRAM...]]
#
# makes COUNT mutants of each function (or of those that are named, as `brbtree-insert`), and prints a line for
# each that is proved, and the sums. It fails if an answer is wrong. `LINCHPIN` names the program, if it is not
# the one of this repository; `CPU_TIME` the seconds for each mutant, 5 if it is not set.
set -eu
if [ $# -lt 2 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 3
fi
libraries="$(cd "$1" && pwd)"
count="$2"
first="${3:-1}"
shift "$([ $# -gt 2 ] && echo 3 || echo 2)"
chosen=" $* "
root="$(cd "$(dirname "$0")/.." && pwd)"
linchpin="${LINCHPIN:-${CARGO_TARGET_DIR:-$root/target}/release/linchpin}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/include"
: > "$work/config.h"
cat > "$work/include/verifier-builtins.h" <<'HEADER'
extern int __VERIFIER_nondet_int(void);
HEADER
cp -r "$libraries" "$work/libraries"
chmod -R u+w "$work/libraries"
export CPATH="$work/libraries:$work/include"
export ASAN_OPTIONS=exitcode=99:detect_leaks=0

# Driver, entry, the file that is edited, and where its regions open; parted by `|`.
cat > "$work/list" <<'LIST'
gdll|findmin|gdsl/src/gdsl_list.c|^gdsl_list_search_min
gdll|findmax|gdsl/src/gdsl_list.c|^gdsl_list_search_max
gdll|find|gdsl/src/_gdsl_list.c|^_gdsl_list_search
gdll|delete|gdsl/src/gdsl_list.c|^gdsl_list_delete \(;^search_by_function
gdll|delete|gdsl/src/_gdsl_list.c|^_gdsl_list_remove
gdll|delete|gdsl/src/_gdsl_node.c|^_gdsl_node_(un)?link;^_gdsl_node_set
gbstree|find|gdsl/src/_gdsl_bstree.c|^_gdsl_bstree_search \(
gbstree|insert|gdsl/src/_gdsl_bstree.c|^_gdsl_bstree_insert
gbstree|insert|gdsl/src/_gdsl_bintree.c|^_gdsl_bintree_(alloc|set)
gbstree|delete|gdsl/src/_gdsl_bstree.c|^_gdsl_bstree_remove;^destroy_max
bsplay|find|bsd-tree/openbsd-tree.h-from-tmux.h|^#define SPLAY_(ROTATE|LINK|ASSEMBLE|GENERATE)
bsplay|insert|bsd-tree/openbsd-tree.h-from-tmux.h|^#define SPLAY_(ROTATE|LINK|ASSEMBLE|GENERATE)
bsplay|delete|bsd-tree/openbsd-tree.h-from-tmux.h|^#define SPLAY_(ROTATE|LINK|ASSEMBLE|GENERATE)
brbtree|insert|bsd-tree/openbsd-tree.h-from-tmux.h|^#define RB_(SET|ROTATE|GENERATE_INTERNAL)
brbtree|delete|bsd-tree/openbsd-tree.h-from-tmux.h|^#define RB_(SET|ROTATE|GENERATE_INTERNAL)
javl|find|jsw_avltree-bintrees/src/jsw_avltree.c|^void \*jsw_avlfind
javl|release|jsw_avltree-bintrees/src/jsw_avltree.c|^void jsw_avldelete
javl|insert|jsw_avltree-bintrees/src/jsw_avltree.c|^#define jsw_(single|double|adjust|insert);^int jsw_avlinsert
LIST

while IFS='|' read -r driver entry file regions; do
    name="$driver-$entry"
    [ "$chosen" = "  " ] || case "$chosen" in *" $name "*) ;; *) continue ;; esac
    seed="$first"
    while [ "$seed" -lt $((first + count)) ]; do
        awk -v regions="$regions" -v seed="$seed" -f "$root/bench/paper26/run/mutate.awk" \
            "$libraries/$file" > "$work/mutant" 2> "$work/edit"
        cp "$work/mutant" "$work/libraries/$file"
        "$linchpin" verify "$root/bench/paper26/$driver.c" --predicates "$root/bench/paper26/$driver.pred" \
            --entry "$entry" --property valid-deref --property valid-free --clump clump-guided \
            --cpu-time "${CPU_TIME:-5}" > "$work/out" 2> "$work/err" < /dev/null || true
        verdict="$(sed -n 's/^\(TRUE\|FALSE\|UNKNOWN\).*/\1/p' "$work/out" | head -1)"
        fate=
        if [ "$verdict" = TRUE ]; then
            gcc -w -g -fsanitize=address "$root/bench/paper26/run/$driver.c" -o "$work/run" 2> "$work/err"
            status=0
            timeout 20 "$work/run" "$entry" > /dev/null 2> "$work/err" || status=$?
            case "$status" in
            0) fate='no run fails' ;;
            # An assertion of the library ends the run.
            134) fate='an assertion ends a run' ;;
            124) fate='a run does not end' ;;
            *) fate='WRONG' ;;
            esac
            echo "$name $seed proved, $fate: $(cat "$work/edit")"
        fi
        echo "$name|${verdict:-refused}|$fate" >> "$work/all"
        seed=$((seed + 1))
    done
    cp "$libraries/$file" "$work/libraries/$file"
done < "$work/list"

awk -F'|' '
    { n++; verdicts[$2]++; fates[$3]++ }
    END {
        printf "%d mutants: %d proved (%d of which no run fails, %d that an assertion ends, %d that do not end), " \
               "%d refuted, %d open, %d refused, wrong %d\n",
            n, verdicts["TRUE"], fates["no run fails"], fates["an assertion ends a run"],
            fates["a run does not end"], verdicts["FALSE"], verdicts["UNKNOWN"], verdicts["refused"],
            fates["WRONG"]
        exit fates["WRONG"] > 0
    }' "$work/all"
