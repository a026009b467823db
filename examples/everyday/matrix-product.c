//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// The product of two 4x4 matrices: it does not overflow, and the unit matrix changes nothing.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 4
#define LIMIT 1000

static void multiply(int a[N][N], int b[N][N], int product[N][N])
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            product[i][j] = sum;
        }
    }
}

int main(void)
{
    int a[N][N], square[N][N], same[N][N], unit[N][N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] = __VERIFIER_nondet_int();
            if (a[i][j] < -LIMIT || a[i][j] > LIMIT)
                return 0;
            unit[i][j] = i == j;
        }
    }
    multiply(a, a, square);
    multiply(a, unit, same);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            assert(same[i][j] == a[i][j]);
    }
    return 0;
}
