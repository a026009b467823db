"use strict";
// Goes through a run by buttons, slider and keys. `count` says how many positions there are, `show`
// shows one, and `after` says where the last one leads, if it leads anywhere.
function stepper({ count, show, after = () => null }) {
  const element = (name) => document.getElementById(name);
  const buttons = { first: 0, back: 0, forward: 0, last: 0 };
  for (const name in buttons) buttons[name] = element(name);
  const slider = element("slider");
  let at = 0;

  function go(next, isMove = true) {
    const end = count() - 1;
    if (next > end && after() !== null) next = after();
    at = Math.max(0, Math.min(end, next));
    slider.max = end;
    slider.value = at;
    buttons.first.disabled = buttons.back.disabled = at === 0;
    buttons.last.disabled = at === end;
    buttons.forward.disabled = at === end && after() === null;
    show(at, isMove);
  }

  buttons.first.onclick = () => go(0);
  buttons.back.onclick = () => go(at - 1);
  buttons.forward.onclick = () => go(at + 1);
  buttons.last.onclick = () => go(count() - 1);
  slider.oninput = () => go(Number(slider.value));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest && event.target.closest("select, summary, textarea")) return;
    const moves = {
      ArrowRight: at + 1, ArrowDown: at + 1, j: at + 1,
      ArrowLeft: at - 1, ArrowUp: at - 1, k: at - 1,
      Home: 0, End: count() - 1,
    };
    if (event.key in moves) { go(moves[event.key]); event.preventDefault(); }
  });
  return go;
}
