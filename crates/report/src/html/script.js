"use strict";
// Steps through the failing run. Without a run there is nothing to do.
(function () {
  const data = document.getElementById("run");
  if (!data) return;
  const steps = JSON.parse(data.textContent);
  const position = document.getElementById("position");
  const place = document.getElementById("place");
  const values = document.getElementById("values");
  const buttons = { first: 0, back: 0, forward: 0, last: 0 };
  for (const name in buttons) buttons[name] = document.getElementById(name);
  let at = steps.length - 1;

  function show(next, isMove = true) {
    at = Math.max(0, Math.min(steps.length - 1, next));
    for (const row of document.querySelectorAll(".row.here")) row.classList.remove("here");
    for (const now of document.querySelectorAll(".row .now")) now.remove();
    const step = steps[at];
    const row = document.getElementById(step.row);
    if (row) {
      row.classList.add("here");
      const now = document.createElement("span");
      now.className = "now";
      now.textContent = step.effects.join(", ");
      row.appendChild(now);
      if (isMove) row.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    for (const lane of document.querySelectorAll(".lanes .here")) lane.classList.remove("here");
    const lane = document.querySelector('.lanes tr[data-step="' + at + '"]');
    if (lane) lane.classList.add("here");
    position.textContent = "step " + (at + 1) + " of " + steps.length;
    place.textContent = (step.thread ? "thread " + step.thread + ": " : "") + step.function + (step.depth ? ", " + step.depth + " calls deep" : "");
    const known = new Map();
    for (let i = 0; i <= at; i++)
      for (const [name, value] of steps[i].values) {
        known.delete(name);
        known.set(name, { value: value, isNew: i === at });
      }
    values.replaceChildren();
    for (const [name, entry] of [...known].reverse()) {
      const line = values.insertRow();
      line.insertCell().textContent = name;
      line.insertCell().textContent = entry.value;
      if (entry.isNew) line.className = "changed";
    }
    buttons.first.disabled = buttons.back.disabled = at === 0;
    buttons.last.disabled = buttons.forward.disabled = at === steps.length - 1;
  }

  buttons.first.onclick = () => show(0);
  buttons.back.onclick = () => show(at - 1);
  buttons.forward.onclick = () => show(at + 1);
  buttons.last.onclick = () => show(steps.length - 1);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = {
      ArrowRight: at + 1, ArrowDown: at + 1, j: at + 1,
      ArrowLeft: at - 1, ArrowUp: at - 1, k: at - 1,
      Home: 0, End: steps.length - 1,
    };
    if (event.key in moves) { show(moves[event.key]); event.preventDefault(); }
  });
  for (const step of steps) {
    const row = document.getElementById(step.row);
    if (row) row.classList.add("visited");
  }
  for (const lane of document.querySelectorAll(".lanes tr[data-step]"))
    lane.onclick = () => show(Number(lane.dataset.step));
  // The page opens at its top, with the failure marked.
  show(at, false);
})();
