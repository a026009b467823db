//@ run: refine %s tests/refine/others/globals-of-others-are-theirs-together.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The target does not know g, but two of the others share it: one writes 5 between the write and the
// test of another one, which writes 9 then. It was taken for a local of each, and the answer was REFINES.
//@ env "globals-of-others-are-theirs-together.env.c";
//@ requires x == 0;
int x;
int f(void)
{
    return x == 9;
}
