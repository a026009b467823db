// Steps through the failing run. Without a run there is nothing to do.
(function () {
  const data = document.getElementById("run");
  if (!data) return;
  const steps = JSON.parse(data.textContent);
  const position = document.getElementById("position");
  const place = document.getElementById("place");
  const values = document.getElementById("values");

  function show(at, isMove) {
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
    place.textContent = (step.thread ? "thread " + step.thread + ": " : "") + step.function + (step.depth > 1 ? ", " + step.depth + " calls deep" : step.depth ? ", called" : "");
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
  }

  const go = stepper({ count: () => steps.length, show: show });
  for (const step of steps) {
    const row = document.getElementById(step.row);
    if (row) row.classList.add("visited");
  }
  for (const lane of document.querySelectorAll(".lanes tr[data-step]"))
    lane.onclick = () => go(Number(lane.dataset.step));
  // The page opens at its top, with the failure marked.
  go(steps.length - 1, false);
})();
