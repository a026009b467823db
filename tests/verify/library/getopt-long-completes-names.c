//@ run: verify %s --cpu-time 120
//@ truth: holds
//@ verdict: true
// A name may be abbreviated as long as it is clear; a flag is set instead of a result.
#include <assert.h>
#include <getopt.h>
#include <string.h>
int main(void)
{
    static int is_quiet;
    static const struct option words[] = {
        { "output", required_argument, 0, 'o' }, { "quiet", no_argument, &is_quiet, 1 }, { 0, 0, 0, 0 },
    };
    char *line[] = { "program", "--out=a", "--quiet", "--none", 0 };
    int which = -1;
    assert(getopt_long(4, line, "+:o:", words, &which) == 'o' && strcmp(optarg, "a") == 0);
    assert(which == 0);
    assert(getopt_long(4, line, "+:o:", words, &which) == 0 && is_quiet == 1 && which == 1);
    assert(getopt_long(4, line, "+:o:", words, &which) == '?');
    assert(getopt_long(4, line, "+:o:", words, &which) == -1);
    return 0;
}
