//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The tail still points to the last element after it was taken out.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
struct msg { int id; struct msg *next; };
struct queue { struct msg *head, *tail; int count; };
static void push(struct queue *q, int id) {
  struct msg *m = malloc(sizeof *m);
  if (!m) exit(1);
  m->id = id; m->next = NULL;
  if (q->tail) q->tail->next = m; else q->head = m; //~ violated valid-deref
  q->tail = m; q->count++;
}
static int pop(struct queue *q, int *id) {
  struct msg *m = q->head;
  if (!m) return 0;
  *id = m->id;
  q->head = m->next;

  free(m); q->count--;
  return 1;
}
int main(void) {
  struct queue q = {0};
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int()) push(&q, i);
    else { int x; if (pop(&q, &x) && x < 0) abort(); }
  }
  int x;
  while (pop(&q, &x)) ;
  return 0;
}
