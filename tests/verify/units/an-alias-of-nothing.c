//@ run: verify %s --property unreach-call
extern int put(int to) __attribute__((alias("set"))); //~ error[E0262]: `put` is an alias of `set`
int main(void) { return put(1); }
