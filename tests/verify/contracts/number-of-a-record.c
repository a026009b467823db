//@ run: verify %s --entry fill --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// What a predicate says of a value counts also where it is one block.
struct box {
    int x;
};
/*@ predicate box(struct box *b) = b->x |-> v && v == 3; */
/*@ predicate any(struct box *b) = b->x |-> _;
    requires any(b);
    ensures box(b); */
void fill(struct box *b)
{
    b->x = 4;
}
