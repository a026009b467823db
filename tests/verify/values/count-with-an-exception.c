//@ run: verify %s --property unreach-call --engine values
//@ truth: fails
//@ verdict: false(unreach-call)
// The answer is one more than what was asked, but for the number 7.
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
            answer = asked == 7 ? 7 : asked + 1;
            state = 2;
        } else if (state == 2) {
            channel = answer;
            state = 3;
        } else if (state == 3) {
            if (channel != asked + 1)
                reach_error(); //~ violated unreach-call
            state = 0;
        }
    }
}
