//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// An array of one element at the end stands for as many as there is room for.

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

struct list { int n; int item[1]; };

int main(void)
{
    struct list *l = malloc(sizeof(struct list) + 3 * sizeof(int));
    l->item[3] = 7;
    int r = l->item[3];
    free(l);
    return r != 7;
}
