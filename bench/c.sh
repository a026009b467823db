#!/bin/sh
# Measures `linchpin verify` on a corpus of C tasks and writes table, result file and page. The
# corpus is not a part of the repository: name its manifest (docs/guide/bench.md says what stands
# in one). What is finished in the result file is not run again, so that an interrupted
# measurement goes on. Other arguments go to `linchpin bench`.
#
#   bench/c.sh MANIFEST.csv RESULTS [--group loops,control] [--property unreach-call] [...]
#
# writes RESULTS.csv, RESULTS.html and RESULTS.txt; one task at a time and 60 s each unless the
# arguments say otherwise.
set -eu
if [ $# -lt 2 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 3
fi
manifest="$1"
results="$2"
shift 2
root="$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$root/target}"
cargo build --release --quiet --package linchpin --manifest-path "$root/Cargo.toml"
case " $* " in
    *" --jobs"[\ =]*) ;;
    *) set -- --jobs=1 "$@" ;;
esac
status=0
"$target/release/linchpin" bench "$manifest" --csv "$results.csv" --html "$results.html" "$@" \
    > "$results.txt" || status=$?
cat "$results.txt"
exit "$status"
