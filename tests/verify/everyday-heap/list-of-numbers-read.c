//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
// Nodes are pushed, walked and freed: every member that decides anything was written, at an address that fits.
#include <stdlib.h>
#include <stdio.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = NULL;
  int x;
  while (scanf("%d", &x) == 1) {
    struct node *n = malloc(sizeof *n);
    if (!n) break;
    n->value = x;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    printf("%d\n", p->value);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
