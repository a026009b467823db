//@ run: verify %s --function f --time 30
// Bytes that are read in several ways are listed together.
union u {
    int i;
    float f;
};
//@ requires \valid(u);
//@ assigns u->i; //~ error[E0955]: a part of `*u` cannot be listed alone, since its bytes are read in several ways
void f(union u *u)
{
    u->f = 1;
}
