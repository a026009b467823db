// Steps through the runs of a protocol, one at a time. Without a run there is nothing to do.
(function () {
  const data = document.getElementById("run");
  if (!data) return;
  const runs = JSON.parse(data.textContent);
  const element = (name) => document.getElementById(name);
  let run = runs[0];

  function made(tag, className, text) {
    const node = document.createElement(tag);
    node.className = className;
    node.textContent = text;
    return node;
  }

  // A fact is its text, how it came about, and what was so before.
  function fact([text, change, was]) {
    const tags = { same: "span", new: "ins", changed: "ins", gone: "del" };
    const node = made("span", "fact", "");
    node.appendChild(made(tags[change], change, text));
    if (was) node.appendChild(made("span", "was", was));
    return node;
  }

  function said(moment, at) {
    const where = at === 0 ? "start" : "step " + at + " of " + (run.moments.length - 1);
    const again = run.again !== null && at > run.again ? ", repeated for ever" : "";
    const line = moment.line ? ", line " + moment.line : "";
    const changes = moment.cells.map((facts, column) => {
      const news = facts.filter((it) => it[1] !== "same" && at > 0);
      const words = news.map((it) => (it[1] === "gone" ? "no more " : "") + it[0]);
      if (words.length) return run.columns[column] + ": " + words.join(", ");
      return moment.actors.includes(column) && !moment.what ? run.columns[column] + " stays as it is" : "";
    });
    const what = [moment.what, ...changes].filter((it) => it);
    return where + again + line + (what.length ? " – " + what.join("; ") : "");
  }

  function show(at, isMove) {
    const moment = run.moments[at];
    for (const old of document.querySelectorAll(".here")) old.classList.remove("here");
    const row = moment.row && element(moment.row);
    if (row) row.classList.add("here");
    // The rule, since its line may be out of sight.
    element("rule").textContent = row ? row.lastElementChild.textContent.trim() : "";
    const step = document.querySelector("#" + run.id + ' tr[data-step="' + at + '"]');
    if (step) {
      step.classList.add("here");
      if (isMove) step.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    element("position").textContent = said(moment, at);
    const state = element("state");
    state.replaceChildren();
    moment.cells.forEach((facts, column) => {
      const line = state.insertRow();
      if (moment.actors.includes(column)) line.className = "actor";
      const name = made("th", "", run.columns[column]);
      name.scope = "row";
      line.appendChild(name);
      const cell = line.insertCell();
      for (const it of facts) cell.appendChild(fact(it));
    });
  }

  // The last step of a run that repeats itself leads back.
  const after = () => (run.again === null ? null : run.again + 1);
  const go = stepper({ count: () => run.moments.length, show: show, after: after });

  function choose(next, at, isMove) {
    run = next;
    for (const each of runs) element(each.id).hidden = each !== run;
    for (const button of document.querySelectorAll("button[data-run]"))
      button.setAttribute("aria-pressed", String(button.dataset.run === run.id));
    element("whose").textContent = run.title;
    for (const row of document.querySelectorAll(".row.visited")) row.classList.remove("visited");
    for (const moment of run.moments) {
      const row = moment.row && element(moment.row);
      if (row) row.classList.add("visited");
    }
    go(at, isMove);
  }

  for (const each of runs) {
    for (const row of element(each.id).querySelectorAll("tr[data-step]"))
      row.onclick = () => go(Number(row.dataset.step));
    for (const button of document.querySelectorAll('button[data-run="' + each.id + '"]'))
      button.onclick = () => choose(each, each.moments.length - 1, true);
  }
  // The page opens at its top, with the end of the first run marked.
  choose(run, run.moments.length - 1, false);
})();
