# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tells BenchExec how to find, call and understand Linchpin.

Copy this file to `benchexec/tools/`, or keep it where it is and name it by its module path in a
benchmark definition, with the repository's root in PYTHONPATH:

    <benchmark tool="contrib.benchexec.linchpin" ...>
"""

import benchexec.result as result
from benchexec.tools.template import BaseTool2, ToolNotFoundException

# Linchpin measures itself, BenchExec measures the group of processes: what remains is for the
# compiler that preprocesses, and for what the kernel counts on top.
SHARE_OF_MEMORY = 0.95

# Words of the last line that BenchExec has words of its own for.
REASONS = {
    "timeout": result.RESULT_TIMEOUT,
    "out-of-memory": "OUT OF MEMORY",
    "internal-error": "ERROR (internal)",
}


class Tool(BaseTool2):
    """Linchpin, an automatic verifier for C programs and for protocols.

    Property, data model and limits of a task are passed on, so that Linchpin can end in an
    answer of its own before BenchExec ends it. The result is read from the last line of the
    output.
    """

    def executable(self, tool_locator):
        # Cargo builds into a folder, installations have a `bin`.
        try:
            return tool_locator.find_executable("linchpin")
        except ToolNotFoundException:
            return tool_locator.find_executable("linchpin", subdir="bin")

    def name(self):
        return "Linchpin"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="linchpin")

    def cmdline(self, executable, options, task, rlimits):
        # Several files are one program.
        files = list(task.input_files_or_identifier)
        words = [executable, "verify", *files, *options]
        if task.property_file:
            words += ["--property", task.property_file]
        # What BenchExec runs is a task of the field, with the field's surroundings.
        for option, value in (("--externals", "pure"), ("--volatile", "memory")):
            if not any(word.startswith(option) for word in options):
                words += [option, value]
        model = (task.options or {}).get("data_model")
        if model:
            words += ["--data-model", model]
        if rlimits.cputime and "--cpu-time" not in options:
            words += ["--cpu-time", str(max(1, int(rlimits.cputime)))]
        if rlimits.walltime and "--time" not in options:
            words += ["--time", str(max(1, int(rlimits.walltime)))]
        if rlimits.memory and "--memory" not in options:
            megabytes = int(rlimits.memory * SHARE_OF_MEMORY) // (1 << 20)
            words += ["--memory", str(max(1, megabytes))]
        return words

    def determine_result(self, run):
        line = run.output[-1].strip() if run.output else ""
        if line == "TRUE":
            return result.RESULT_TRUE_PROP
        if line == "FALSE" or (line.startswith("FALSE(") and line.endswith(")")):
            return line.replace("FALSE", result.RESULT_FALSE_PROP, 1)
        if line.startswith("UNKNOWN(") and line.endswith(")"):
            reason = line[len("UNKNOWN(") : -1]
            return REASONS.get(reason, result.RESULT_UNKNOWN)
        if run.exit_code.value == 3:
            return "ERROR (input)"
        return result.RESULT_ERROR
