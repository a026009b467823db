//@ run: refine %s tests/refine/constants-of-another-file-are-the-same.source.c
//@ truth: holds
//@ verdict: true
// Both are linked with the same file. A list of what is related does not have to name its constants.
//@ relate x;
extern const int limit;
int x;

int f(void)
{
    int most = limit;
    x = 1;
    return most;
}
