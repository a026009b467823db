//@ run: verify %s --function f --time 10
//@ truth: holds
//@ verdict: unknown(unsupported)
// Where the pointer leads is not known, and that it leads somewhere is not denied.
struct node {
    int value;
};
//@ ensures \result == \null || \valid(\result);
struct node *find(int key);
int f(int key)
{
    struct node *node = find(key);
    return node ? node->value & 1 : 0;
}
