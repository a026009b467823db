#!/bin/sh
# One measurement on many machines: a job array whose tasks each take a part of the manifest.
#
#   sbatch --array=1-16 --cpus-per-task=2 contrib/slurm/bench-array.sh TASKS.csv RESULTS_DIR [OPTIONS]
#   linchpin bench --merge all.csv RESULTS_DIR/part-*.csv
#
# OPTIONS are those of `linchpin bench` (`--time 900`, `--memory 8000`, `--group heap`), the same for all.
# A part that was ended early goes on where it stopped when it is submitted again: the same command does.
# LINCHPIN names the program, if it is not on the path.
#SBATCH --job-name=linchpin
#SBATCH --output=linchpin-%A-%a.log
set -eu

if [ $# -lt 2 ]; then
    echo "usage: sbatch --array=1-N $0 TASKS.csv RESULTS_DIR [OPTIONS]" >&2
    exit 3
fi
tasks=$1 results=$2
shift 2
: "${SLURM_ARRAY_TASK_ID:?submit this with --array=1-N}"
# Arrays may begin anywhere; parts are counted from 1.
index=$((SLURM_ARRAY_TASK_ID - ${SLURM_ARRAY_TASK_MIN:-1} + 1))
n=${SLURM_ARRAY_TASK_COUNT:?submit this with --array=1-N}
mkdir -p "$results"
# A wrong answer (exit code 1) is a result and no reason for the scheduler to call the job failed.
status=0
"${LINCHPIN:-linchpin}" bench "$tasks" --shard "$index/$n" --csv "$results/part-$index.csv" \
    --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@" || status=$?
[ "$status" -le 1 ]
