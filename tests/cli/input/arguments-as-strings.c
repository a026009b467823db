#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(int argc, char **argv)
{
    char name[16];
    int sum = 0;
    for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); if (x > 0 && x < 10) sum += x; }
    if (argc > 1 && sum >= 0)
        strcpy(name, argv[1]);
    return 0;
}
