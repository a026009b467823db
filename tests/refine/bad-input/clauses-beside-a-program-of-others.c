//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// The program says what others do; it was believed, and the clauses were read without a word.
//@ env "input/source.c";
//@ env preserves x; //~ error[E1109]: others run `tests/refine/bad-input/input/source.c`, which says what they do
//@ env x: only if x > 0; //~ error[E1109]: which says what they do
//@ env none; //~ error[E1109]: which says what they do
int x;
void f(void)
{
    x = 1;
}
