//@ run: refine %s tests/refine/others/siblings-share-their-globals.source.c
//@ truth: fails
//@ verdict: false(refinement)
// One of the others may write g between the two statements of another one, which writes 5 then.
//@ env "siblings-share-their-globals.env.c";
//@ requires x == 0;
int x, way;
int f(void)
{
    return x == 5;
}
