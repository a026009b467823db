//@ run: verify %s --property memsafety --time 5 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// A cache in two structures: every entry is in a chain, and in a list with the latest used first.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct entry {
    unsigned key;
    struct entry *chain;
    struct entry *newer, *older;
};
static struct entry *chains[2], *newest, *oldest;

static void unlink_use(struct entry *entry)
{
    if (entry->newer)
        entry->newer->older = entry->older;
    else
        newest = entry->older;
    if (entry->older)
        entry->older->newer = entry->newer;
    else
        oldest = entry->newer;
}

static void link_use(struct entry *entry)
{
    entry->newer = NULL;
    entry->older = newest;
    if (newest)
        newest->newer = entry;
    else
        oldest = entry;
    newest = entry;
}

static void look_up(unsigned key)
{
    struct entry *entry = chains[key % 2];
    while (entry && entry->key != key)
        entry = entry->chain;
    if (entry) {
        unlink_use(entry);
        link_use(entry);
        return;
    }
    entry = malloc(sizeof *entry);
    if (!entry)
        abort();
    entry->key = key;
    entry->chain = chains[key % 2];
    chains[key % 2] = entry;
    link_use(entry);
}

static void evict(void)
{
    struct entry *entry = oldest, **at = &chains[entry->key % 2];
    while (*at != entry)
        at = &(*at)->chain;
    *at = entry->chain;
    unlink_use(entry);
    free(entry);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        look_up(__VERIFIER_nondet_uint());
        if (oldest && __VERIFIER_nondet_int())
            evict();
    }
    while (oldest)
        evict();
    return 0;
}
