//@ run: refine %s examples/refine/constant-past-a-writer.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `x`
// A constant propagated past a point where others write: the target.
// Others write x before it is handed over.
extern void hand_over(void);
int x, y;

void f(void)
{
    x = 100;
    hand_over();
    y = 106;
}
