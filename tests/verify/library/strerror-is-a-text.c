//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
#include <string.h>
int main(void)
{
    char *text = strerror(2);
    return text[0] == 0 ? 0 : text[1];
}
