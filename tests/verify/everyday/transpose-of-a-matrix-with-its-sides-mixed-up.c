//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The transpose has the sides of the matrix itself.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N_ROWS 3
#define N_COLUMNS 5

static void transpose(int from[N_ROWS][N_COLUMNS], int to[N_COLUMNS][N_ROWS])
{
    for (int row = 0; row < N_ROWS; row++)
        for (int column = 0; column < N_COLUMNS; column++)
            to[row][column] = from[row][column];
}

int main(void)
{
    int matrix[N_ROWS][N_COLUMNS], result[N_COLUMNS][N_ROWS];
    for (int row = 0; row < N_ROWS; row++)
        for (int column = 0; column < N_COLUMNS; column++)
            matrix[row][column] = __VERIFIER_nondet_int();
    transpose(matrix, result);
    int row = __VERIFIER_nondet_int(), column = __VERIFIER_nondet_int();
    if (row < 0 || row >= N_ROWS || column < 0 || column >= N_COLUMNS)
        return 0;
    assert(result[column][row] == matrix[row][column]); //~ violated assertion
    return 0;
}
