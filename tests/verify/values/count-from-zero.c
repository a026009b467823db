//@ run: verify %s --property unreach-call --engine values
//@ truth: holds
//@ verdict: true
// What is written is what was read, one more: the numbers go up for ever from zero, and only how far apart they are
// is told.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
unsigned channel, asked, answer;
int state;
int main(void)
{
    while (1) {
        if (state == 0) {
            asked = channel;
            state = 1;
        } else if (state == 1 && __VERIFIER_nondet_int()) {
            answer = asked + 1;
            state = 2;
        } else if (state == 2) {
            channel = answer;
            state = 3;
        } else if (state == 3) {
            if (channel != asked + 1)
                reach_error();
            state = 0;
        }
    }
}
