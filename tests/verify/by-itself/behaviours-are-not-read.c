//@ run: verify %s --function f
// What would change the meaning of other clauses is not passed over.
/*@ behavior positive: assumes x > 0; ensures \result == 0; */ //~ error[E0950]: `behavior` is not read by Linchpin
int f(int x)
{
    return 1;
}
