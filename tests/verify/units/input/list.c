#include "list.h"
node *head;
node *push(node *n, int value)
{
    n->value = doubled(value);
    n->next = head;
    head = n;
    return n;
}
