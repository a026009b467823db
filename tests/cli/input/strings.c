#include <stdlib.h>
#include <string.h>

struct item {
    const char *name;
    char *copy;
};

static void fill(struct item *it, const char *name)
{
    it->name = name;
    it->copy = strdup(name);
}

int main(void)
{
    struct item it;
    const char *label = "a rather long label that goes on";
    fill(&it, "pear");
    it.name = label;
    free(it.copy);
    return it.copy[0];
}
