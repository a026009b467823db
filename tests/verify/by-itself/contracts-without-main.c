//@ run: verify %s
//@ exit: 3
// A library with contracts has nowhere to start, as one without.
//@ requires x > 0;
int half(int x) //~ error[E0401]: there is no definition of `main`
{
    return x / 2;
}
