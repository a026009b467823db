//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// A hash table with chains: insert, look up, empty.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#define N_CHAINS 4
struct entry {
    unsigned key;
    int value;
    struct entry *next;
};
static struct entry *table[N_CHAINS];

static struct entry *find(unsigned key)
{
    struct entry *entry = table[key % N_CHAINS];
    while (entry && entry->key != key)
        entry = entry->next;
    return entry;
}

static void insert(unsigned key, int value)
{
    struct entry *entry = find(key);
    if (!entry) {
        unsigned chain = key % N_CHAINS;
        entry = malloc(sizeof *entry);
        if (!entry)
            abort();
        entry->key = key;
        entry->next = table[chain];
        table[chain] = entry;
    }
    entry->value = value;
}

int main(void)
{
    while (__VERIFIER_nondet_int())
        insert(__VERIFIER_nondet_uint(), __VERIFIER_nondet_int());
    for (unsigned i = 0; i < N_CHAINS; i++)
        while (table[i]) {
            struct entry *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
    return 0;
}
