//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A compound literal is an object: it has an address, and a fresh value each time it is reached.
extern void reach_error(void);

struct point { int x, y; };
static int sum(const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static struct point *global = &(struct point){ 5, 6 };

int main(void)
{
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *p = (int[]){ i, i + 1 };
        total += p[0]++ + p[1];
    }
    struct point q = (struct point){ .y = 2 };
    if (total == 9 && sum((int[]){ 1, 2, 3 }, 3) == 6 && q.x == 0 && q.y == 2
        && global->y == 6 && (int){ 4 } == 4 && sizeof((char[]){ "abc" }) == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
