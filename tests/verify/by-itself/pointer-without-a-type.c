//@ run: verify %s --function compare --cpu-time 20
//@ truth: holds
//@ verdict: true
// A cast says what a pointer without a type leads to.
//@ requires \valid_read((const int *)left) && \valid_read((const int *)right);
//@ ensures *(const int *)left == *(const int *)right ==> \result == 0;
int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}
