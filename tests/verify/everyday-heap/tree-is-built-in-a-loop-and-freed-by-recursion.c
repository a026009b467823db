//@ run: verify %s --property memsafety --engine shape --cpu-time 30
//@ truth: holds
//@ verdict: true
// Insertion goes down by a pointer to a pointer, freeing calls itself.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
struct tree { int key; struct tree *left, *right; };
static void insert(struct tree **at, int key) {
  while (*at) {
    if ((*at)->key == key) return;
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  }
  struct tree *t = malloc(sizeof *t);
  if (!t) return;
  t->key = key; t->left = t->right = NULL;
  *at = t;
}
static int has(struct tree *t, int key) {
  while (t && t->key != key) t = key < t->key ? t->left : t->right;
  return t != NULL;
}
static void destroy(struct tree *t) {
  if (t) { destroy(t->left); destroy(t->right); free(t); }
}
int main(void) {
  struct tree *root = NULL;
  int n = __VERIFIER_nondet_int(), found = 0;
  for (int i = 0; i < n; i++) insert(&root, __VERIFIER_nondet_int());
  found = has(root, 7);
  destroy(root);
  return found;
}
