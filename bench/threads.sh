#!/bin/bash
# Prints what threads cost: for each example of examples/threads and each of its wrong variants the
# answer and the processor time; schedules per second, from a program without a violation whose runs
# are all tried; states per second, from a program of many states; and how long a violation takes that
# needs two preemptions in a program of 300 lines. Run from anywhere; needs a release build's time once.
#
#   bench/threads.sh [LINCHPIN]...      binaries to compare; the one of this tree unless given
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    cargo build --release --quiet --package linchpin
    set -- "${CARGO_TARGET_DIR:-target}/release/linchpin"
fi
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
TIMEFORMAT=%U

# Two threads and many small functions around a violation that needs two preemptions: the first thread
# must stop between its writes, and the second between its reads.
preemptions() {
    printf '#include <pthread.h>\nextern void reach_error(void);\n'
    printf 'static int first_half, second_half, seen, log[2];\n\n'
    for i in $(seq 1 26); do
        printf 'static int stage%d(int x)\n{\n    int y = x * %d + %d;\n    if (y %% %d == 0)\n' \
            "$i" $((i % 7 + 1)) "$i" $((i % 5 + 2))
        printf '        y += 2;\n    else\n        y -= 1;\n    return y;\n}\n\n'
    done
    printf 'static void *writer(void *argument)\n{\n    int x = 0;\n'
    for i in $(seq 1 13); do printf '    x = stage%d(x);\n' "$i"; done
    printf '    first_half = 1;\n    log[0] = x;\n    if (seen == 1)\n        second_half = 1;\n'
    printf '    return argument;\n}\n\nint main(void)\n{\n    pthread_t thread;\n    int x = 1;\n'
    printf '    pthread_create(&thread, 0, writer, 0);\n'
    for i in $(seq 14 26); do printf '    x = stage%d(x);\n' "$i"; done
    printf '    log[1] = x;\n    if (first_half == 1 && second_half == 0)\n        seen = 1;\n'
    printf '    if (seen == 1 && second_half == 1)\n        reach_error();\n'
    printf '    return 0;\n}\n'
}

# So many threads that count to three, each by single steps.
states() {
    printf '#include <pthread.h>\nextern void reach_error(void);\nstatic int a, b, c, d;\n'
    for name in a b c d; do
        printf 'static void *count_%s(void *x)\n{\n    while (1) {\n        %s = 1;\n        %s = 2;\n' \
            "$name" "$name" "$name"
        printf '        %s = 3;\n        %s = a + b + c + d > 12 ? 0 : 4;\n' "$name" "$name"
        printf '        if (%s == 9)\n            reach_error();\n    }\n    return x;\n}\n' "$name"
    done
    printf 'int main(void)\n{\n    pthread_t t;\n    pthread_create(&t, 0, count_a, 0);\n'
    printf '    pthread_create(&t, 0, count_b, 0);\n    count_c(0);\n    return 0;\n}\n'
}

preemptions >"$folder/preemptions.c"
states >"$folder/states.c"

# Processor time of one run; the answer is left in $folder.
timed() {
    { time "$@" >"$folder/answer" 2>/dev/null || true; } 2>&1
}

for linchpin in "$@"; do
    echo "$linchpin"
    for file in examples/threads/*.c examples/threads/wrong/*.c; do
        seconds=$(timed "$linchpin" verify "$file" --property unreach-call --time 60)
        printf '  %-56s %8s  %s\n' "${file#examples/threads/}" "$seconds" "$(tail -n 1 "$folder/answer")"
    done
    seconds=$(timed "$linchpin" verify "$folder/preemptions.c" --property unreach-call --time 60)
    printf '  two preemptions in %d lines: %s s, %s\n' "$(wc -l <"$folder/preemptions.c")" "$seconds" \
        "$(tail -n 1 "$folder/answer")"
    # Few states, so that nearly all the time goes into schedules; and many, of which `invariants` goes
    # through all, twice with the re-check, and draws no schedules.
    for line in "schedules verify examples/threads/lamport-fast.c --property unreach-call" \
                "states invariants $folder/states.c"; do
        read -r what command <<<"$line"
        # shellcheck disable=SC2086
        seconds=$(timed "$linchpin" $command --time 60 --json)
        python3 - "$folder/answer" "$seconds" "$what" <<'END'
import json, sys
statistics = json.load(open(sys.argv[1]))["statistics"]
seconds = float(sys.argv[2])
if sys.argv[3] == "schedules":
    n_runs, n_steps = statistics["runs"], statistics["steps"]
    print(f"  {n_runs} schedules with {n_steps} steps in {seconds} s: "
          f"{n_runs / seconds:.0f} schedules and {n_steps / seconds:.0f} steps per second")
else:
    n_states = statistics.get("states at turns")
    print("  states left" if n_states is None else
          f"  {n_states} states in {seconds} s: {n_states / seconds:.0f} states per second")
END
    done
done
