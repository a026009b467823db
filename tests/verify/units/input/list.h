struct node {
    struct node *next;
    int value;
};
typedef struct node node;
static inline int value_of(const node *n) { return n ? n->value : -1; }
inline int doubled(int x) { return 2 * x; }
extern node *head;
node *push(node *n, int value);
