//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(def-behavior)
// Nobody gives the nodes a value, and the walk decides by it.
#include <stdlib.h>
#include <stdio.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = NULL;
  int x;
  while (scanf("%d", &x) == 1) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    if (p->value > 3) //~ violated initialised
      printf("%d\n", p->value);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
