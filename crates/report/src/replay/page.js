"use strict";
// Shows one scene at a time: scene 0 is before the first step, scene n after step n. Everything shown follows from the
// data and the scene's number, so that any scene can be gone to from any other.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const last = data.steps.length;
  const inch = 20;
  const plan = document.querySelector("#plan svg");
  const pieces = [...document.querySelectorAll("#plan .figure")];
  const slider = $("slider");
  const pace = 1200; // milliseconds a step at speed 1
  let scene = 0;
  let timer = null;
  let address = null;
  let looked = null; // the figure on the card

  const turnOf = (n) => (n === 0 ? 0 : data.steps[n - 1].turn);
  const middle = (square) => data.places?.[square] ?? [(square % data.columns + 0.5) * inch, (Math.floor(square / data.columns) + 0.5) * inch];
  const sideOf = (figure) => data.figures[figure]?.side ?? "other";
  const entry = (n) => $("step-" + n);

  function state(figure, at) {
    if (at.down.includes(figure)) return "out of the fight";
    if (at.left.includes(figure)) return "has left";
    return "";
  }

  // Elements of the picture, without naming its namespace.
  function draw(parent, name, attributes) {
    const element = document.createElementNS(plan.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
  }

  function drawPlan(at) {
    const step = data.steps[scene - 1];
    pieces.forEach((piece, figure) => {
      const square = at.at[figure];
      const label = data.figures[figure].label + ", " + data.figures[figure].name;
      const word = state(figure, at);
      piece.classList.toggle("away", square === null);
      lay(piece, at.down.includes(figure));
      piece.classList.toggle("acting", step?.figure === figure);
      piece.classList.toggle("target", step?.target === figure);
      piece.setAttribute("aria-label", word ? label + ", " + word : label);
      if (square !== null) {
        const [x, y] = middle(square);
        piece.style.transform = `translate(${x}px, ${y}px)`;
        piece.dataset.square = square;
      }
    });
    const mark = (selector, key, name, numbers) => plan.querySelectorAll(selector).forEach((element) => {
      element.classList.toggle(name, numbers.includes(Number(element.dataset[key])));
    });
    mark(".door", "door", "open", at.open);
    mark(".room", "room", "gas", at.gas);
    mark(".room", "room", "burst", at.bursts);
    drawSmoke(at.smoke);
    drawShots();
    follow(at);
    $("trails").replaceChildren();
    for (const [figure, squares] of at.moves) {
      const points = squares.map((square) => middle(square).join(",")).join(" ");
      draw($("trails"), "polyline", { class: "trail " + sideOf(figure), points });
    }
  }

  function drawSmoke(squares) {
    if ($("smoke").childElementCount === squares.length) return;
    $("smoke").replaceChildren();
    for (const square of squares) {
      const [x, y] = middle(square);
      draw($("smoke"), "rect", { class: "smoke", x: x - inch / 2, y: y - inch / 2, width: inch, height: inch });
    }
  }

  // The fallen lie below who stands in the same square.
  function lay(piece, down) {
    if (piece.classList.contains("down") === down) return;
    const focused = document.activeElement === piece;
    piece.classList.toggle("down", down);
    if (down) $("figures").prepend(piece);
    else $("figures").append(piece);
    if (focused) piece.focus();
  }

  // Brings who acts into sight where the plan is wider than the screen.
  function follow(at) {
    const square = at.at[data.steps[scene - 1]?.figure];
    const frame = plan.parentElement;
    if (square == null || frame.scrollWidth <= frame.clientWidth) return;
    const x = middle(square)[0] / (data.columns * inch) * frame.scrollWidth;
    if (x < frame.scrollLeft + 40 || x > frame.scrollLeft + frame.clientWidth - 40) frame.scrollLeft = x - frame.clientWidth / 2;
  }

  // The shots of this step, and paler those of the three before it in the same turn.
  function drawShots() {
    $("shots").replaceChildren();
    for (let age = 3; age >= 0; age--) {
      const n = scene - age;
      if (n < 1 || turnOf(n) !== turnOf(scene)) continue;
      const side = sideOf(data.steps[n - 1].figure);
      for (const [from, to] of data.scenes[n].shots) {
        const [x1, y1] = middle(from);
        const [x, y] = middle(to);
        const length = Math.hypot(x - x1, y - y1);
        if (length === 0) { // within a zone: a ring around the target
          draw($("shots"), "circle", { class: `shot ${side} age-${age}`, cx: x, cy: y, r: 0.6 * inch });
          continue;
        }
        const short = length > 2 * inch ? 1 - 0.55 * inch / length : 1; // ends at the target's edge
        const end = { x2: x1 + (x - x1) * short, y2: y1 + (y - y1) * short };
        draw($("shots"), "line", { class: `shot ${side} age-${age}`, x1, y1, ...end, "marker-end": `url(#tip-${side})` });
      }
    }
  }

  function drawRoster(at) {
    document.querySelectorAll("#roster li").forEach((line) => {
      const word = state(Number(line.dataset.figure), at);
      line.classList.toggle("gone", word !== "");
      const said = line.querySelector(".state");
      if (said) said.textContent = word;
    });
  }

  // A copy of what the log says of a step.
  const told = (n) => [...entry(n).cloneNode(true).childNodes].filter((node) => node.nodeName !== "DETAILS").map((node) => {
    if (node.nodeName !== "A") return node;
    const line = document.createElement("span");
    line.append(...node.childNodes);
    return line;
  });

  function drawNow() {
    const turn = turnOf(scene);
    const when = turn === 0 ? "before the first turn" : "turn " + turn;
    $("now").querySelector("h2").textContent = scene === 0 ? "Before the first step" : `Step ${scene} of ${last}, ${when}`;
    const body = $("now").querySelector("div");
    body.replaceChildren(...(scene === 0 ? [] : told(scene)));
    if (scene === last) body.append(paragraph(data.ending, "ending"));
  }

  function paragraph(text, kind) {
    const line = document.createElement("p");
    line.className = kind;
    line.textContent = text;
    return line;
  }

  function markLog() {
    document.querySelectorAll("#log li.now").forEach((line) => {
      line.classList.remove("now");
      line.querySelector("a").removeAttribute("aria-current");
    });
    const log = $("log");
    if (scene === 0) {
      log.scrollTop = 0;
      return;
    }
    const line = entry(scene);
    for (let chain = line.parentElement.closest("details"); chain; chain = chain.parentElement.closest("details")) chain.open = true;
    line.classList.add("now");
    line.querySelector("a").setAttribute("aria-current", "step");
    const box = log.getBoundingClientRect();
    const own = line.querySelector("a").getBoundingClientRect();
    const outside = own.top < box.top + 8 || own.bottom > box.bottom - 8;
    if (outside) log.scrollTop += own.top - box.top - (box.height - own.height) / 3;
  }

  function show(n) {
    scene = Math.max(0, Math.min(last, n));
    const at = data.scenes[scene];
    if (plan) drawPlan(at);
    drawRoster(at);
    drawNow();
    markLog();
    slider.value = scene;
    slider.setAttribute("aria-valuetext", $("now").querySelector("h2").textContent);
    for (const id of ["back", "turn-back"]) $(id).disabled = scene === 0;
    for (const id of ["on", "turn-on"]) $(id).disabled = scene === last;
    if (looked !== null) card(looked);
    clearTimeout(address);
    if (timer === null) address = setTimeout(() => history.replaceState(null, "", "#step=" + scene), 250);
  }

  // The first step of the next turn, or the end.
  function turnOn() {
    let n = scene + 1;
    while (n < last && (turnOf(n) === turnOf(scene))) n++;
    return n;
  }

  // The first step of this turn, or from there of the one before.
  function turnBack() {
    let n = scene - 1;
    while (n > 1 && turnOf(n - 1) === turnOf(n)) n--;
    return n === 1 && turnOf(1) === 0 ? 0 : n;
  }

  function tick() {
    if (scene === last) return pause();
    show(scene + 1);
    timer = setTimeout(tick, pace / Number($("speed").value));
  }

  function play() {
    if (scene === last) show(0);
    $("now").setAttribute("aria-live", "off");
    button("Pause (Space)", "M6 4h4v16h-4zM14 4h4v16h-4z");
    timer = setTimeout(tick, 0);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    $("now").setAttribute("aria-live", "polite");
    button("Play (Space)", "M7 4l13 8l-13 8z");
    show(scene);
  }

  function button(says, drawn) {
    $("play").setAttribute("aria-label", says);
    $("play").title = says;
    $("play").querySelector("path").setAttribute("d", drawn);
  }

  const toggle = () => (timer === null ? play() : pause());
  function go(n) {
    if (timer !== null) pause();
    show(n);
  }

  // Who a figure is, what has become of it, and what it did or met with in this step, or did last.
  function card(figure) {
    const at = data.scenes[scene];
    const { name, squad, label } = data.figures[figure];
    const box = $("card");
    const concerns = (n) => [data.steps[n - 1].figure, data.steps[n - 1].target].includes(figure);
    let n = scene;
    while (n > 0 && !concerns(n)) n--;
    const when = n === scene ? "in this step" : `last, step ${n}, turn ${turnOf(n)}`;
    const heading = paragraph(label + ", " + name, "who");
    heading.style.fontWeight = "600";
    box.replaceChildren(heading, paragraph(`squad ${squad}; ${state(figure, at) || "in the fight"}`, "about"));
    if (n > 0) box.append(paragraph(when + ":", "about"), ...told(n));
    box.hidden = false;
    looked = figure;
    const own = pieces[figure].getBoundingClientRect();
    const frame = $("plan").getBoundingClientRect();
    const left = Math.min(own.right - frame.left + 8, frame.width - box.offsetWidth);
    const below = own.bottom - frame.top + 8;
    const fits = below + box.offsetHeight <= frame.height;
    box.style.left = Math.max(0, left) + "px";
    box.style.top = Math.max(0, fits ? below : own.top - frame.top - box.offsetHeight - 8) + "px";
  }

  function uncard() {
    $("card").hidden = true;
    looked = null;
  }

  // `#step=12`, `#turn=3`, `#start`, `#end`; anything else is where the first turn begins.
  function addressed() {
    const [word, number] = location.hash.slice(1).split("=");
    const turn = data.steps.findIndex((step) => step.turn === Number(number)) + 1;
    switch (word) {
      case "step": return Number.isInteger(Number(number)) ? Number(number) : data.opening;
      case "turn": return turn > 0 ? turn : data.opening;
      case "start": return 0;
      case "end": return last;
      default: return data.opening;
    }
  }

  $("play").addEventListener("click", toggle);
  $("back").addEventListener("click", () => go(scene - 1));
  $("on").addEventListener("click", () => go(scene + 1));
  $("turn-back").addEventListener("click", () => go(turnBack()));
  $("turn-on").addEventListener("click", () => go(turnOn()));
  slider.addEventListener("input", () => go(Number(slider.value)));
  $("log").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (!line) return;
    event.preventDefault();
    go(Number(line.dataset.step));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") return uncard();
    const own = event.target.closest("input, select, button, a") ?? document.body;
    const moves = { ArrowLeft: event.shiftKey ? turnBack : () => scene - 1, ArrowRight: event.shiftKey ? turnOn : () => scene + 1 };
    if (event.key === " " && !own.matches("select, button")) toggle();
    else if (moves[event.key] && !own.matches("select, input")) go(moves[event.key]());
    else return;
    event.preventDefault();
  });
  pieces.forEach((piece, figure) => {
    piece.setAttribute("aria-describedby", "card");
    for (const name of ["mouseenter", "focus", "click"]) piece.addEventListener(name, () => card(figure));
    for (const name of ["mouseleave", "blur"]) piece.addEventListener(name, uncard);
  });
  addEventListener("hashchange", () => go(addressed()));

  plan?.style.setProperty("--columns", data.columns);
  // The first scene is shown as it is, without a move to it.
  document.body.classList.add("scripted", "still");
  $("controls").hidden = false;
  $("now").hidden = false;
  show(addressed());
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.classList.remove("still")));
})();
