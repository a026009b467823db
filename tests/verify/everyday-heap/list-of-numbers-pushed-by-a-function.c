//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
// The same with functions of its own for both.
#include <stdlib.h>
#include <stdio.h>
struct node { int value; struct node *next; };
static struct node *push(struct node *head, int v) {
  struct node *n = malloc(sizeof(struct node));
  if (n == NULL) exit(1);
  n->value = v;
  n->next = head;
  return n;
}
static void release(struct node *head) {
  while (head != NULL) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
}
int main(int argc, char **argv) {
  struct node *head = NULL;
  for (int i = 0; i < argc; i++) head = push(head, i);
  int n = 0;
  for (struct node *p = head; p != NULL; p = p->next) if (p->value > n) n = p->value;
  printf("%d\n", n);
  release(head);
  return 0;
}
