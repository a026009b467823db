//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A flexible array member adds nothing to the size; zero-length arrays and arrays of one do the older way.
extern void reach_error(void);

extern void *malloc(__SIZE_TYPE__);
struct flexible { int n; char data[]; };
struct zero { int n; int data[0]; };
static struct flexible fixed = { 3, "ab" };

int main(void)
{
    struct flexible *f = malloc(sizeof(*f) + 4);
    f->n = 4;
    for (int i = 0; i < f->n; i++)
        f->data[i] = (char)(i * i);
    struct zero *z = malloc(sizeof(*z) + 2 * sizeof(int));
    z->data[1] = 11;
    if (sizeof(struct flexible) == 4 && sizeof(struct zero) == 4 && f->data[3] == 9
        && z->data[1] == 11 && fixed.data[1] == 'b' && fixed.data[2] == 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
