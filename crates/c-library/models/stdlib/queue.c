/* Elements that begin with pointers to the next one and to the one before. */
struct element {
    struct element *next, *before;
};

void insque(void *new, void *behind)
{
    struct element *element = new, *before = behind;
    element->before = before;
    if (before == 0) {
        element->next = 0;
        return;
    }
    element->next = before->next;
    before->next = element;
    if (element->next != 0)
        element->next->before = element;
}

void remque(void *old)
{
    struct element *element = old, *next = element->next, *before = element->before;
    if (next != 0)
        next->before = before;
    if (before != 0)
        before->next = next;
}
