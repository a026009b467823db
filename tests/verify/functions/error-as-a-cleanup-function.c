//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// The compiler calls what an object names as its clean-up.
extern void reach_error(int *);

int main(void)
{
    int x __attribute__((cleanup(reach_error))) = 0;
    return x; //~ violated unreach-call
}
