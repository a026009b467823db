//@ run: verify %s --function drop --property memsafety --time 30
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: read of 4 bytes at byte 8 of `*p` (1 byte): `it->n`; a contract of `drop` can say more
// What a pointer without a type leads to is made with one byte, and may be freed: more is for a contract to say.
#include <stdlib.h>
struct node {
    struct node *next;
    int n;
};
int drop(void *p)
{
    struct node *it = p;
    int n = it->n;
    free(it);
    return n;
}
