//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
#include <stdio.h>
#include <string.h>
int main(void)
{
    char *text = strerror(2);
    printf("%s, %c\n", text, text[0]);
    return 0;
}
