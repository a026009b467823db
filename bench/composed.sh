#!/bin/sh
# Measures how an analysis grows where an operation is done N times in a row, as in Fig. 12(b) of the
# paper on clumping: a function that calls it N times, against the contract of one call. Calls are
# inlined, so that the program grows with N; where heaps are brought together, the time should grow no
# faster, and one heap should be left where each call ends.
#
#   bench/composed.sh LIBRARIES [STRATEGY...]
#
# prints, for each operation and each N, verdict, seconds of processor time and the symbolic heaps that
# are at most at the end of a call. `LINCHPIN` names the program to measure, if it is not the one of this
# repository.
set -eu
if [ $# -lt 1 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 3
fi
libraries="$(cd "$1" && pwd)"
shift
[ $# -gt 0 ] || set -- clump-guided canon-guided none
root="$(cd "$(dirname "$0")/.." && pwd)"
linchpin="${LINCHPIN:-${CARGO_TARGET_DIR:-$root/target}/release/linchpin}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/include"
: > "$work/config.h"
cat > "$work/include/verifier-builtins.h" <<'HEADER'
extern int __VERIFIER_nondet_int(void);
HEADER
export CPATH="$libraries:$work/include"

# Name, file, one call, the parameters, what is required and ensured; parted by `|`.
cat > "$work/list" <<'LIST'
gbstree-find|gbstree|find(t, above);|void many(struct _gdsl_bintree *t, struct _gdsl_bintree *above)|bt(t, above)|bt(t, above)
gbstree-insert|gbstree|t = insert(t);|struct _gdsl_bintree *many(struct _gdsl_bintree *t)|bt(t, NULL)|bt(\result, NULL)
brbtree-find|brbtree|find(t, key);|void many(struct tree *t, struct node *key)|top(t) * one(key)|top(t) * one(key) * true
javl-find|javl|root = find(root, key);|jsw_avlnode_t *many(jsw_avlnode_t *root, void *key)|bt(root)|bt(\result)
LIST

seconds() {
    awk -F'[ms ]+' '
        { total[NR] = $1 * 60 + $2 + $3 * 60 + $4 }
        END { printf "%.2f", total[4] - total[2] }'
}

while IFS='|' read -r name file call head requires ensures; do
    grep '^predicate\|^    \|^      \|^   ||' "$root/bench/paper26/$file.pred" | sed '/ensures/d' > "$work/preds"
    printf 'function many: requires %s; ensures %s;\n' "$requires" "$ensures" >> "$work/preds"
    for strategy in "$@"; do
        printf '%-16s %-13s' "$name" "$strategy"
        for n in 1 2 4 8 16 32; do
            {
                printf '#include "%s"\n%s\n{\n' "$root/bench/paper26/$file.c" "$head"
                i=0
                while [ $i -lt $n ]; do
                    echo "    $call"
                    i=$((i + 1))
                done
                case "$head" in
                void*) ;;
                *) printf '    return %s;\n' "${call%% =*}" ;;
                esac
                echo '}'
            } > "$work/many.c"
            times > "$work/before"
            "$linchpin" verify "$work/many.c" --predicates "$work/preds" --entry many \
                --property valid-deref --property valid-free --clump "$strategy" --cpu-time 60 \
                > "$work/out" 2> "$work/err" || true
            times > "$work/behind"
            took="$(cat "$work/before" "$work/behind" | seconds)"
            verdict="$(sed -n 's/^\(TRUE\|FALSE\|UNKNOWN\).*/\1/p' "$work/out" | head -1)"
            heaps="$(sed -n 's/.*[;,] \([0-9]*\) where a function ends.*/\1/p' "$work/out" | head -1)"
            printf ' | %2s %s %ss %s' "$n" "${verdict:-error}" "$took" "${heaps:--}"
            # What fails for few will fail for many.
            [ "$verdict" = TRUE ] || break
        done
        printf '\n'
    done
done < "$work/list"
