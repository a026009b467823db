//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// A stack machine runs any program of 16 bytes: it stays in its code and stack, and refuses to overflow.
#include <assert.h>
#include <limits.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { CODE_SIZE = 16, STACK_SIZE = 8, MAX_STEPS = 100 };
enum opcode { HALT, PUSH, DUPLICATE, ADD, MULTIPLY, JUMP };
enum result { DONE, FAULT, TOO_LONG };

static enum result run(const uint8_t *code, int *top)
{
    int stack[STACK_SIZE], depth = 0, pc = 0;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
        if (pc + 1 >= CODE_SIZE)
            return FAULT;
        uint8_t opcode = code[pc], operand = code[pc + 1];
        pc += opcode == PUSH || opcode == JUMP ? 2 : 1;
        switch (opcode) {
        case HALT:
            *top = depth > 0 ? stack[depth - 1] : 0;
            return DONE;
        case PUSH:
            if (depth == STACK_SIZE)
                return FAULT;
            stack[depth++] = operand;
            break;
        case DUPLICATE:
            if (depth < 1 || depth == STACK_SIZE)
                return FAULT;
            stack[depth] = stack[depth - 1];
            depth++;
            break;
        case ADD:
            if (depth < 2 || stack[depth - 1] > INT_MAX - stack[depth - 2])
                return FAULT;
            stack[depth - 2] += stack[depth - 1];
            depth--;
            break;
        case MULTIPLY:
            if (depth < 2)
                return FAULT;
            if (stack[depth - 1] != 0 && stack[depth - 2] > INT_MAX / stack[depth - 1])
                return FAULT;
            stack[depth - 2] *= stack[depth - 1];
            depth--;
            break;
        case JUMP:
            pc = operand;
            break;
        default:
            return FAULT;
        }
        assert(depth >= 0 && depth <= STACK_SIZE);
    }
    return TOO_LONG;
}

int main(void)
{
    uint8_t code[CODE_SIZE];
    int top = 0;
    for (int i = 0; i < CODE_SIZE; i++)
        code[i] = __VERIFIER_nondet_uchar();
    if (run(code, &top) == DONE)
        assert(top >= 0);
    return 0;
}
