// Draws maps. The text area holds the map, and the program makes every change: what is drawn here is only shown until
// its answer is there. So to undo is to show an older text.
(function () {
  var by = function (id) { return document.getElementById(id); };
  var form = by("draw");
  if (!form) { return; }
  var fields = function () { return Array.from(new FormData(form)).filter(function (one) { return typeof one[1] === "string"; }); };
  // A page that is loaded anew, or reached by Back, has its map in the history.
  if (form.hasAttribute("data-fresh") && history.state && history.state.draw) {
    history.state.draw.forEach(function (one) {
      var field = Array.from(form.elements).find(function (known) { return known.name === one[0] && known.type !== "radio"; });
      if (!field || field.type === "hidden") { field = form.appendChild(document.createElement("input")); field.type = "hidden"; field.name = one[0]; }
      field.value = one[1];
    });
    form.submit();
    return;
  }

  var tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), function (part) { return part.toString(36); }).join("");
  var text = by("text"), board = by("board"), answer = by("answer"), status = by("status");
  var WORDS = { areas: "area", rooms: "room", stairs: "stairs" };
  var past = [], future = [], shown = text.value, chain = Promise.resolve(), svg = null, over = null, sheet = null;
  // The square of the keyboard, the first corner of a stroke, and the squares of the stroke under way.
  var cursor = [0, 0], corner = null, stroke = null, size = 0, verdict = form.dataset.phase;
  by("tools").hidden = false;
  form.querySelector(".bar").hidden = false;
  form.querySelector("details.text").open = false;

  function say(words) { if (status.textContent !== words) { status.textContent = words; } }
  function tool() { return form.querySelector('[name="m:tool"]:checked'); }
  function shape() { return form.querySelector('[name="m:shape"]:checked').value; }
  function number(row, column) { return row * sheet.columns + column; }
  function names(row, column) { return sheet.says[sheet.marks[number(row, column)]] || []; }
  function called(value) {
    var at = value.indexOf(":");
    return WORDS[value.slice(0, at)] + " " + value.slice(at + 1);
  }
  function element(name, attributes) {
    var made = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    return made;
  }
  function square(row, column, kind) {
    var inch = sheet.inch;
    return element("rect", { "class": kind, x: column * inch, y: row * inch, width: inch, height: inch });
  }
  // What a square is, in words.
  function describe(row, column) {
    var symbol = sheet.ground[number(row, column)];
    var kind = Array.from(form.querySelectorAll("[data-key]")).find(function (one) { return one.dataset.key === symbol; });
    var words = [kind.value.split(":")[1]].concat(names(row, column).map(called));
    return "Row " + (row + 1) + ", column " + (column + 1) + ": " + words.join(", ") + ".";
  }

  // The picture that the program has made.
  function load() {
    svg = board.querySelector("svg.sketch");
    sheet = null;
    if (!svg) { return; }
    var data = svg.dataset;
    sheet = { rows: +data.rows, columns: +data.columns, inch: +data.inch, ruler: +data.ruler, ground: data.ground, marks: data.marks, says: JSON.parse(data.says) };
    over = svg.appendChild(element("g", {}));
    cursor = [Math.min(cursor[0], sheet.rows - 1), Math.min(cursor[1], sheet.columns - 1)];
    if (!size) {
      size = Math.max(12, Math.min(24, Math.floor((board.clientWidth - 24) / (sheet.columns + 1))));
    }
    zoom();
    point();
    by("rows").value = sheet.rows;
    by("columns").value = sheet.columns;
  }
  function zoom() {
    if (!sheet) { return; }
    svg.setAttribute("width", Math.round((sheet.columns + 1) * size));
    by("smaller").disabled = size <= 6;
    by("larger").disabled = size >= 48;
  }
  // Shows the square of the keyboard and the stroke under way.
  function point() {
    if (!sheet) { return; }
    over.replaceChildren();
    var chosen = tool(), kind = chosen && chosen.value.startsWith("ground:") ? "on-" + chosen.value.slice(7).replace(" ", "-") : "stroke";
    if (kind === "on-floor") { kind = "floor"; }
    if (kind === "on-door" || kind === "on-doorway") { kind = "stroke"; }
    (stroke || []).forEach(function (at) { over.append(square(at[0], at[1], kind)); });
    over.append(square(cursor[0], cursor[1], "cursor"));
  }
  function follow() {
    var inch = sheet.inch, scale = svg.getBoundingClientRect().width / (sheet.columns * inch + sheet.ruler + 1);
    var x = (cursor[1] * inch + sheet.ruler) * scale, y = (cursor[0] * inch + sheet.ruler) * scale, side = inch * scale;
    if (x - side < board.scrollLeft) { board.scrollLeft = x - side; }
    if (x + 2 * side > board.scrollLeft + board.clientWidth) { board.scrollLeft = x + 2 * side - board.clientWidth; }
    if (y - side < board.scrollTop) { board.scrollTop = y - side; }
    if (y + 2 * side > board.scrollTop + board.clientHeight) { board.scrollTop = y + 2 * side - board.clientHeight; }
  }

  // Sends an edit, after those before it; none asks for the picture of the text as it is.
  function send(edit, done, isOld) {
    chain = chain.then(function () {
      var before = text.value, body = new URLSearchParams(fields());
      Object.keys(edit).forEach(function (key) { body.set(key, edit[key]); });
      body.set("tab", tab);
      return fetch("edit", { method: "POST", body: body }).then(function (reply) {
        if (!reply.ok) { throw new Error("the program refused the change (" + reply.status + ")"); }
        return reply.json();
      }).then(function (data) {
        if (data.text === undefined) { throw new Error(data.said); }
        var kept = shown;
        // What was typed in the meantime stands.
        if (text.value === before) { text.value = data.text; }
        shown = text.value;
        if (!isOld && shown !== kept) {
          past.push(kept);
          future = [];
        }
        receive(data);
        if (data.said) { say(data.said); } else if (done) { say(done()); }
        check(data.job, 50);
      });
    }).catch(function (error) { say("Nothing has changed: " + error.message + ". Is the program still running?"); });
  }
  function receive(data) {
    var left = board.scrollLeft, top = board.scrollTop, chosen = tool() && tool().value;
    board.innerHTML = data.board;
    if (data.names !== null) {
      by("names").innerHTML = data.names;
      by("title").value = data.title;
      by("about").value = data.about;
    }
    load();
    choose(chosen);
    steps();
    board.scrollLeft = left;
    board.scrollTop = top;
    remember();
  }
  function remember() {
    var state = fields().filter(function (one) { return one[0] !== "m:tool" && one[0] !== "m:shape"; });
    history.replaceState({ draw: state }, "", new URL("draw", document.baseURI));
  }

  function steps() {
    by("undo").disabled = past.length === 0;
    by("redo").disabled = future.length === 0;
  }

  // The plan and the mistakes follow when the program has checked the map.
  var last = 0;
  function check(job, pause) {
    last = job;
    setTimeout(function () {
      if (job !== last) { return; }
      fetch("job?" + new URLSearchParams({ id: job })).then(function (reply) { return reply.json(); }).then(function (data) {
        if (job !== last) { return; }
        if (!data.done) { return check(job, Math.min(pause * 1.5, 600)); }
        if (data.phase === "stopped") { return; }
        var unfolded = answer.querySelector("details[open]");
        if (data.answer && answer.innerHTML !== data.answer) {
          answer.innerHTML = data.answer;
          if (unfolded && answer.querySelector("details")) { answer.querySelector("details").open = true; }
        }
        wrong();
        if (data.phase !== verdict || data.phase === "failed") { say(data.status); }
        verdict = data.phase;
      }).catch(function () { if (job === last) { say("The program has ended."); } });
    }, pause);
  }
  // Marks the squares that are wrong.
  function wrong() {
    if (!sheet) { return; }
    svg.querySelectorAll(".mistake").forEach(function (one) { one.remove(); });
    answer.querySelectorAll("[data-at]").forEach(function (one) {
      var at = one.dataset.at.split(",").map(Number);
      if (at[0] < sheet.rows && at[1] < sheet.columns) { svg.insertBefore(square(at[0], at[1], "mistake"), over); }
    });
  }
  answer.addEventListener("click", function (event) {
    if (!event.target.dataset.at || !sheet) { return; }
    cursor = event.target.dataset.at.split(",").map(Number);
    point();
    follow();
    board.focus();
  });

  // Strokes.
  function inside(at) { return [Math.max(0, Math.min(sheet.rows - 1, at[0])), Math.max(0, Math.min(sheet.columns - 1, at[1]))]; }
  function at(event) {
    var box = svg.getBoundingClientRect(), scale = (sheet.columns * sheet.inch + sheet.ruler + 1) / box.width;
    var place = function (value) { return Math.floor((value * scale - sheet.ruler) / sheet.inch); };
    return inside([place(event.clientY - box.top), place(event.clientX - box.left)]);
  }
  function isStairs() { return tool() && tool().value.startsWith("stairs:"); }
  function begin(from) {
    if (!tool()) { return say("Choose what to paint first."); }
    corner = from;
    stroke = [from];
    point();
  }
  function extend(to) {
    if (!stroke || isStairs()) { return; }
    if (shape() === "free") {
      // Every square on the way of a fast hand.
      var last = stroke[stroke.length - 1], steps = Math.max(Math.abs(to[0] - last[0]), Math.abs(to[1] - last[1]));
      for (var step = 1; step <= steps; step += 1) {
        stroke.push([Math.round(last[0] + (to[0] - last[0]) * step / steps), Math.round(last[1] + (to[1] - last[1]) * step / steps)]);
      }
    } else {
      var rows = [corner[0], to[0]].sort(function (a, b) { return a - b; }), columns = [corner[1], to[1]].sort(function (a, b) { return a - b; });
      stroke = [];
      for (var row = rows[0]; row <= rows[1]; row += 1) {
        for (var column = columns[0]; column <= columns[1]; column += 1) {
          var edge = row === rows[0] || row === rows[1] || column === columns[0] || column === columns[1];
          if (edge || shape() === "filled") { stroke.push([row, column]); }
        }
      }
    }
    point();
  }
  function cancel() {
    stroke = corner = null;
    point();
  }
  var foot = null;
  function finish() {
    var squares = stroke, first = corner;
    if (!squares) { return; }
    corner = stroke = null;
    var chosen = tool().value, seen = new Set(), edit = "paint";
    var list = squares.filter(function (one) { return !seen.has(one.join()) && seen.add(one.join()); });
    if (isStairs()) {
      if (names(first[0], first[1]).includes(chosen)) { edit = "clear"; }
      else if (!foot) {
        foot = first;
        return say("These stairs begin in row " + (foot[0] + 1) + ", column " + (foot[1] + 1) + ". Now their other end.");
      } else { edit = "join"; list = [foot, first]; }
      foot = null;
    } else if (!chosen.startsWith("ground:") && names(first[0], first[1]).includes(chosen)) { edit = "clear"; }
    var count = list.length === 1 ? "One square" : list.length + " squares";
    var done = function () {
      if (edit === "clear") { return count + " taken from " + called(chosen) + "."; }
      if (chosen.startsWith("ground:")) { return count + " of " + chosen.slice(7) + "."; }
      return edit === "join" ? "The stairs are joined." : count + " of " + called(chosen) + ".";
    };
    send({ "m:edit": edit, "m:tool": chosen, "m:squares": list.map(function (one) { return one.join(); }).join(" ") }, done);
  }
  board.addEventListener("pointerdown", function (event) {
    if (!sheet || event.button !== 0 || !svg.contains(event.target)) { return; }
    board.focus({ preventScroll: true });
    board.setPointerCapture(event.pointerId);
    cursor = at(event);
    begin(cursor);
    event.preventDefault();
  });
  board.addEventListener("pointermove", function (event) { if (stroke && board.hasPointerCapture(event.pointerId)) { cursor = at(event); extend(cursor); } });
  board.addEventListener("pointerup", finish);
  board.addEventListener("pointercancel", cancel);

  // The keyboard.
  var MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-5, 0], PageDown: [5, 0], Home: [0, -1000], End: [0, 1000] };
  board.addEventListener("keydown", function (event) {
    var control = event.ctrlKey || event.metaKey, move = MOVES[event.key];
    if (control && event.key.toLowerCase() === "z") { event.preventDefault(); return event.shiftKey ? redo() : undo(); }
    if (control && event.key.toLowerCase() === "y") { event.preventDefault(); return redo(); }
    if (control || event.altKey || !sheet) { return; }
    var key = form.querySelector('[name="m:tool"][data-key="' + CSS.escape(event.key) + '"]:not(:disabled)');
    if (move) {
      cursor = inside([cursor[0] + move[0], cursor[1] + move[1]]);
      if (stroke) { extend(cursor); } else if (event.shiftKey && shape() === "free") { begin(cursor); finish(); }
      point();
      follow();
      if (!event.shiftKey) { say(describe(cursor[0], cursor[1])); }
    } else if (event.key === " " || event.key === "Enter") {
      if (event.repeat) { return event.preventDefault(); }
      if (stroke) { finish(); }
      else {
        begin(cursor);
        if (shape() === "free" || isStairs()) { finish(); } else if (stroke) { say("One corner. Move to the other, and press Space; Escape gives up."); }
      }
    } else if (event.key === "Escape" && (stroke || foot)) { foot = null; cancel(); say("Given up."); }
    else if (key) {
      choose(key.value);
      say(key.value.startsWith("ground:") ? "Paints " + key.value.slice(7) + "." : "Paints " + called(key.value) + ".");
    } else { return; }
    event.preventDefault();
  });

  // The tools.
  function choose(value) {
    var one = Array.from(form.querySelectorAll('[name="m:tool"]')).find(function (one) { return one.value === value; });
    if (one) { one.checked = true; }
    var chosen = tool();
    by("meaning").textContent = chosen ? chosen.closest("label").title : "";
    if (sheet) {
      // What is chosen lies on top.
      svg.querySelectorAll("[data-name]").forEach(function (one) {
        var is = chosen !== null && one.dataset.name === chosen.value;
        one.classList.toggle("chosen", is);
        if (is) { svg.insertBefore(one, over); }
      });
    }
    by("chosen").querySelectorAll("button").forEach(function (one) { one.disabled = !chosen || chosen.value.startsWith("ground:"); });
  }
  by("tools").addEventListener("change", function (event) {
    if (event.target.name === "m:tool") {
      foot = null;
      choose(event.target.value);
      if (sheet) { cancel(); }
    }
  });
  function undo() { step(past, future, "Undone."); }
  function redo() { step(future, past, "Done again."); }
  function step(from, to, words) {
    chain = chain.then(function () {
      if (!from.length) { return say("There is nothing more to " + (from === past ? "undo." : "do again.")); }
      to.push(text.value);
      text.value = shown = from.pop();
      send({}, function () { return words; }, true);
    });
  }
  function added(value) {
    return function () {
      choose(value);
      return tool() && tool().value === value ? "Now paint the squares of " + called(value) + "." : "";
    };
  }
  by("undo").addEventListener("click", undo);
  by("redo").addEventListener("click", redo);
  by("smaller").addEventListener("click", function () { size -= size > 16 ? 4 : 2; zoom(); });
  by("larger").addEventListener("click", function () { size += size >= 16 ? 4 : 2; zoom(); });
  by("add").addEventListener("click", function () {
    var name = by("name").value.trim(), naming = by("naming").value;
    by("name").value = "";
    send({ "m:edit": "name", "m:tool": naming, "m:name": name }, added(naming + ":" + name));
  });
  by("name").addEventListener("keydown", function (event) {
    if (event.key === "Enter") { event.preventDefault(); by("add").click(); }
  });
  by("rename").addEventListener("click", function () {
    var chosen = tool().value, name = by("name").value.trim();
    if (!name) { by("name").focus(); return say("Write the new name of " + called(chosen) + " in the field, and press Rename."); }
    by("name").value = "";
    send({ "m:edit": "rename", "m:tool": chosen, "m:name": name }, added(chosen.slice(0, chosen.indexOf(":") + 1) + name));
  });
  by("empty").addEventListener("click", function () {
    var chosen = tool().value, squares = [];
    for (var row = 0; sheet && row < sheet.rows; row += 1) {
      for (var column = 0; column < sheet.columns; column += 1) { if (names(row, column).includes(chosen)) { squares.push(row + "," + column); } }
    }
    if (!squares.length) { return say("Nothing is marked as " + called(chosen) + "."); }
    send({ "m:edit": "clear", "m:tool": chosen, "m:squares": squares.join(" ") }, function () { return called(chosen) + " has no squares now. Paint others."; });
  });
  by("remove").addEventListener("click", function () {
    var chosen = tool().value;
    send({ "m:edit": "remove", "m:tool": chosen }, function () { return "Removed: " + called(chosen) + "."; });
  });
  ["title", "about"].forEach(function (what) {
    by(what).addEventListener("change", function () { send({ "m:edit": what, "m:name": by(what).value }); });
    by(what).addEventListener("keydown", function (event) { if (event.key === "Enter") { event.preventDefault(); by(what).blur(); } });
  });
  by("size").addEventListener("click", function () {
    send({ "m:edit": "size", rows: by("rows").value, columns: by("columns").value }, function () {
      return sheet ? sheet.rows + " rows, " + sheet.columns + " columns." : "";
    });
  });
  var typing = null;
  text.addEventListener("input", function () {
    clearTimeout(typing);
    typing = setTimeout(send, 400, {});
  });
  addEventListener("pagehide", function () { navigator.sendBeacon("close", new URLSearchParams({ tab: tab })); });
  addEventListener("resize", function () { if (sheet && !board.clientWidth) { size = 0; } });

  load();
  choose("ground:wall");
  wrong();
  steps();
  // An address that says what to begin from stays until something changes.
  if (!location.search) { remember(); }
  if (form.dataset.job) { check(Number(form.dataset.job), 100); }
})();
