//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Two words and an end.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char line[] = "one two";
    char *first = strtok(line, " "), *second = strtok(0, " ");
    if (strcmp(first, "one") || strcmp(second, "two") || strtok(0, " "))
        reach_error();
    return 0;
}
