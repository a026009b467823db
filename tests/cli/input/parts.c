extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point { int x, y; };
struct rec { char tag; int v[4]; struct point p; long n; };
static struct rec g;
void init(struct rec *r);
int main(void) {
    struct rec r = { 'a', {1, 2, 3}, .p.y = 5 };
    struct rec copy = r;
    struct rec *q = &copy;
    q->p.x = __VERIFIER_nondet_int();
    q->v[2] = 7;
    q->n += 3;
    g = copy;
    g.v[1]++;
    init(&g);
    int src[3] = { 4, 5 };
    src[q->v[1]] = 9;
    if (g.n == 77 && copy.p.x == 5 && g.v[3] == 2) reach_error();
    return 0;
}
