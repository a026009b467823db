#include <assert.h>
#define LIMIT 4
#define CHECK(c) assert(c)

struct stack {
	int top;
	int items[LIMIT + 1];
};

/* One more than there is room for. */
static void push(struct stack *s, int item)
{
	if (s->top <= LIMIT) // should be `<`
		s->items[s->top++] = item;
}

int main(void)
{
	struct stack s = {0};
	for (int i = 0; i < LIMIT + 1; i++)
		push(&s, i);
	CHECK(s.top <= LIMIT /* full */);
	return 0;
}
