//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The length of a variable-length array is fixed when its declaration is reached.
extern void reach_error(void);

static int trace(int n, int matrix[n][n])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += matrix[i][i];
    return sum;
}

int main(void)
{
    int n = 3;
    int matrix[n][n];
    n = 10;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            matrix[i][j] = 3 * i + j;
    int (*row)[3] = &matrix[1];
    if (sizeof(matrix) == 36 && sizeof(matrix[0]) == 12 && trace(3, matrix) == 12
        && (*row)[2] == 5 && row[1][0] == 6)
        reach_error(); //~ violated unreach-call
    return 0;
}
