//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// Numbers in reverse Polish notation, with a stack of eight.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define STACK_SIZE 8

int main(void)
{
    unsigned char stack[STACK_SIZE];
    int depth = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        switch (command) {
        case 0:
            if (depth == STACK_SIZE)
                return 1;
            stack[depth++] = __VERIFIER_nondet_uchar();
            break;
        case 1:
            if (depth < 2)
                return 1;
            stack[depth - 2] = (unsigned char)(stack[depth - 2] + stack[depth - 1]);
            depth--;
            break;
        case 2:
            if (depth == 0)
                return 1;
            depth--;
            break;
        default:
            return 0;
        }
        assert(depth >= 0 && depth <= STACK_SIZE);
    }
}
