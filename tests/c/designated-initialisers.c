//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Designators select members, elements and ranges; what is not named is zero; later ones win.
extern void reach_error(void);

struct point { int x, y; };
struct shape { struct point corner[2]; const char *name; union { int i; char c; } tag; };

static struct shape unit = {
    .corner[1].y = 4, .corner[1].x = 3, .name = "unit", .tag.c = 'u',
};
static int range[10] = { 1, [3 ... 5] = 7, 8, [1] = 2, [4] = 9, };
static struct point old = { y: 2, x: 1 };
static int sized[] = { [6] = 1, 2 };

int main(void)
{
    struct point local[] = { [2] = { .y = 5 }, [0].x = 1 };
    struct point p = ((struct point){ .y = range[6] });
    int ok = unit.corner[0].x == 0 && unit.corner[1].x == 3 && unit.corner[1].y == 4
        && unit.name[3] == 't' && unit.tag.c == 'u'
        && range[0] == 1 && range[1] == 2 && range[2] == 0 && range[3] == 7 && range[4] == 9
        && range[5] == 7 && range[6] == 8 && range[9] == 0
        && old.x == 1 && old.y == 2
        && sizeof(sized) / sizeof(sized[0]) == 8 && sized[7] == 2
        && sizeof(local) / sizeof(local[0]) == 3 && local[2].y == 5 && local[0].x == 1
        && local[1].x == 0 && p.x == 0 && p.y == 8;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
