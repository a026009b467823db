//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// A hash table of eight buckets with room for four entries each: what was inserted is found again.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

#define N_BUCKETS 8
#define BUCKET_SIZE 4

struct entry {
    int key, value;
};
struct bucket {
    struct entry entries[BUCKET_SIZE];
    int n;
};
struct table {
    struct bucket buckets[N_BUCKETS];
};

static struct bucket *bucket_of(struct table *table, int key)
{
    return &table->buckets[(unsigned)key % N_BUCKETS];
}

static struct entry *find(struct table *table, int key)
{
    struct bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < bucket->n; i++)
        if (bucket->entries[i].key == key)
            return &bucket->entries[i];
    return NULL;
}

static bool insert(struct table *table, int key, int value)
{
    struct entry *entry = find(table, key);
    if (!entry) {
        struct bucket *bucket = bucket_of(table, key);
        if (bucket->n == BUCKET_SIZE)
            return false;
        entry = &bucket->entries[bucket->n++];
        entry->key = key;
    }
    entry->value = value;
    return true;
}

int main(void)
{
    struct table table;
    for (int i = 0; i < N_BUCKETS; i++)
        table.buckets[i].n = 0;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int(), value = __VERIFIER_nondet_int();
        if (insert(&table, key, value)) {
            struct entry *entry = find(&table, key);
            assert(entry != NULL);
            assert(entry->value == value);
        }
    }
    return 0;
}
