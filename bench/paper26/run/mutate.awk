# One edit in the text of a library: `awk -v regions=R -v seed=N -f mutate.awk FILE`.
#
# `R` are extended regular expressions, parted by `;`: each opens a region at a line that it fits, which ends
# at the next line that is `}` or, in a macro, that does not go on. All edits that change a line of a region
# are counted, and the one with the number `N` (modulo how many there are) is made. What is changed is told
# on standard error.

function swapped(line, a, b,    out) {
    out = line
    gsub(a, "\001", out)
    gsub(b, a, out)
    gsub("\001", b, out)
    return out
}

function edited(kind, line,    out) {
    out = line
    if (kind == 1) out = swapped(swapped(swapped(line, "LEFT", "RIGHT"), "left", "right"), "succ", "pred")
    if (kind == 2) { if (!sub(/==/, "!=", out)) sub(/!=/, "==", out) }
    if (kind == 3) out = swapped(line, "RED", "BLACK")
    if (kind == 4 && line ~ /;[ \t]*\\?$/ && line !~ /(return|break|continue|struct|_t )/) sub(/[^ \t].*;/, ";", out)
    if (kind == 5) { if (!sub(/< 0/, "> 0", out)) sub(/> 0/, "< 0", out) }
    if (kind == 6) sub(/&&/, "||", out)
    if (kind == 7) { if (!sub(/!dir/, "dir", out)) sub(/dir\]/, "!dir]", out) }
    if (kind == 8) { if (!sub(/-1 : \+1/, "+1 : -1", out)) sub(/balance = 0/, "balance = 1", out) }
    if (kind == 9) { if (!sub(/-bal/, "bal", out)) sub(/= bal/, "= -bal", out) }
    return out
}

BEGIN { n_regions = split(regions, opens, ";"); kinds = 9 }

{
    text[NR] = $0
    if (!is_inside)
        for (i = 1; i <= n_regions; i++)
            if ($0 ~ opens[i]) { is_inside = 1; is_macro = /\\$/ }
    # The line that opens a region says what it is called and is left alone.
    if (is_inside && is_open)
        for (kind = 1; kind <= kinds; kind++)
            if (edited(kind, $0) != $0) { n++; line_of[n] = NR; kind_of[n] = kind }
    is_open = is_inside
    if (is_inside && (is_macro ? !/\\$/ : /^}/)) is_inside = is_open = 0
}

END {
    if (n == 0) { print "no edit fits" > "/dev/stderr"; exit 1 }
    chosen = (seed * 7919) % n + 1
    at = line_of[chosen]
    new = edited(kind_of[chosen], text[at])
    printf "%d of %d: line %d: %s -> %s\n", chosen, n, at, text[at], new > "/dev/stderr"
    text[at] = new
    for (i = 1; i <= NR; i++) print text[i]
}
