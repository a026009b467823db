//@ run: verify %s --ints unbounded
//@ truth: holds
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// Memory that is read at one type holds numbers; memory that is read at several holds bytes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
union word {
    unsigned whole;
    unsigned char bytes[4];
};
struct flags {
    unsigned low : 3, high : 5;
};
int squares[10];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 8)
        return 0;
    squares[i] = i * i;
    squares[i + 1] = 0;
    if (squares[i] != i * i)
        reach_error();
    union word word;
    word.whole = 0x01020304;
    if (word.bytes[0] != 4 || word.bytes[3] != 1)
        reach_error();
    struct flags flags = {5, 0};
    flags.high = 17;
    if (flags.low != 5 || flags.high != 17)
        reach_error();
    return 0;
}
