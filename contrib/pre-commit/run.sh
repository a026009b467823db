#!/bin/sh
# Verifies before a commit. A violation refuses the commit, and so does a program that cannot be
# read; a question that stays open does not.
set -u

if ! command -v linchpin >/dev/null 2>&1; then
    echo "linchpin is not on the path" >&2
    exit 3
fi
linchpin verify "$@"
status=$?
# 2 says "could not tell".
if [ "$status" -eq 2 ]; then
    exit 0
fi
exit "$status"
