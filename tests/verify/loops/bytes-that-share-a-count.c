//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A byte of a number is written apart from it: such rounds are taken one by one, and the byte wraps alone.
extern void reach_error(void);
int main(void)
{
    union {
        unsigned number;
        unsigned char bytes[4];
    } it;
    it.number = 0;
    for (int i = 0; i < 70000; i++) {
        it.bytes[0]++;
        if (it.number > 255)
            reach_error();
    }
    return 0;
}
