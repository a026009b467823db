//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --property valid-deref --property valid-free
//@ model: ILP32
//@ truth: holds
//@ verdict: true
//@ source: MemCAD, list-search-min-rec.c
// The function ends by calling itself, which is a loop: where the smallest element is and who is
// before it is known at its end.
void _memcad(char *);
void free(void *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
elist *min, *min_pre;
void min_search(elist *c, elist *c_pre)
{
    if (c == 0)
        return;
    else if (c->data < min->data) {
        min = c;
        min_pre = c_pre;
    }
    min_search(c->next, c);
}
int main(void)
{
    elist *h;
    _memcad("add_inductive(h, list)");
    _memcad("assume(h != 0)");
    min = h;
    min_pre = 0;
    min_search(h->next, h);
    if (min_pre != 0) {
        min_pre->next = min->next;
        free(min);
    } else {
        h = h->next;
        free(min);
    }
    _memcad("check_inductive(h, list)");
    return 0;
}
