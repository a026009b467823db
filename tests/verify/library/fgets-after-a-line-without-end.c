//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A line that leaves room and has no line feed is the last one: no other comes behind it. Zeros may
// be read as well; that no byte behind the first zero has changed tells that none was.
#include <stdio.h>

extern void reach_error(void);

int main(void)
{
    char line[4] = "xxxx";
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    if (line[0] != 'a' || line[1] != 0 || line[2] != 'x' || line[3] != 'x')
        return 0;
    if (fgets(line, sizeof line, stdin) != NULL)
        reach_error();
    if (getchar() != EOF || getc(stdin) != EOF || feof(stdin) == 0)
        reach_error();
    return 0;
}
