//@ run: verify %s
//@ run: verify %s --data-model ILP32
//@ truth: holds
//@ verdict: true
// Letters in one argument, arguments behind a letter or next to it, operands moved to the end. The order of
// POSIX is asked for, since the environment may ask for it anyway.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
    char *line[] = { "program", "-ab", "name", "-cvalue", "-z", "--", "-a", 0 };
    assert(getopt(7, line, "+:ab:c:") == 'a' && optarg == 0);
    assert(getopt(7, line, "+:ab:c:") == 'b' && strcmp(optarg, "name") == 0);
    assert(getopt(7, line, "+:ab:c:") == 'c' && strcmp(optarg, "value") == 0);
    assert(getopt(7, line, "+:ab:c:") == '?' && optopt == 'z');
    assert(getopt(7, line, "+:ab:c:") == -1 && optind == 6);
    return 0;
}
