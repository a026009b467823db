//@ run: verify %s --property memsafety --engine shape --cpu-time 30
//@ truth: holds
//@ verdict: true
// Objects that are given back are taken again before new ones are made.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
struct object { struct object *next_free; int data[3]; };
struct pool { struct object *free_list; int n_live; };
static struct object *take(struct pool *p) {
  struct object *o = p->free_list;
  if (o) p->free_list = o->next_free;
  else { o = malloc(sizeof *o); if (!o) return NULL; }
  memset(o, 0, sizeof *o);
  p->n_live++;
  return o;
}
static void give_back(struct pool *p, struct object *o) {
  o->next_free = p->free_list; p->free_list = o; p->n_live--;
}
static void drain(struct pool *p) {
  while (p->free_list) { struct object *o = p->free_list; p->free_list = o->next_free; free(o); }
}
int main(void) {
  struct pool pool = { NULL, 0 };
  struct object *held = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int()) {
      struct object *o = take(&pool);
      if (!o) break;
      o->data[0] = i; o->next_free = held; held = o;
    } else if (held) {
      struct object *o = held; held = o->next_free; give_back(&pool, o);
    }
  }
  while (held) { struct object *o = held; held = o->next_free; give_back(&pool, o); }
  drain(&pool);
  return 0;
}
