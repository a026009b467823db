//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-deref)
// A byte is stored somewhere in a record, and it may be one of the pointer behind the bytes.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
struct record {
    unsigned char bytes[64];
    struct item *first;
};
int main(void)
{
    struct record *record = malloc(sizeof *record);
    if (!record)
        abort();
    record->first = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->next = record->first;
        record->first = item;
    }
    unsigned char *bytes = (unsigned char *)record;
    bytes[__VERIFIER_nondet_uint() % 72] = 1;
    while (record->first) {
        struct item *next = record->first->next; //~ violated valid-deref
        free(record->first);
        record->first = next;
    }
    free(record);
    return 0;
}
