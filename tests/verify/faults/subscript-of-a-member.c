//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[bounds]: read at index 4 of `p->v` (4 elements): `p->v[p->n]`
// The array is told as the source names it, also where the subscript has an arrow.
struct s {
    int v[4], n;
};
int main(void)
{
    struct s s = {{0}, 4};
    struct s *p = &s;
    return p->v[p->n]; //~ violated bounds
}
