"use strict";
// The page works without this script as a form. With it, every change is answered at once.
(function () {
  var by = function (id) { return document.getElementById(id); };
  var form = by("ask"), tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), function (part) { return part.toString(36); }).join("");
  document.body.classList.add("with-script");

  // A fragment keeps a scenario of one's own in the address.
  if (/^#(own|of)=/.test(location.hash) && !form) { open(new URLSearchParams(location.hash.slice(1))); }

  function open(fields, where) {
    var made = document.createElement("form");
    made.method = "post";
    made.action = where || "ask";
    var kept = document.querySelector("[name=with]");
    if (kept && !fields.has("with")) { fields.append("with", kept.value); }
    fields.append("tab", tab);
    fields.forEach(function (value, name) {
      var field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      made.append(field);
    });
    document.body.append(made);
    made.submit();
  }

  function say(text) {
    var status = by("status");
    if (status && status.textContent !== text) { status.textContent = text; }
  }

  // Files dropped on the page: a scenario with its maps, or a report, which has both in it.
  function taken(files) {
    Promise.all(Array.from(files, function (file) {
      return file.text().then(function (text) { return { name: file.name, text: text }; });
    })).then(function (read) {
      var written = null, maps = [];
      read.forEach(function (file) {
        if (/^\s*[<{]/.test(file.text) && !/\.tmx$|\.tsx$/i.test(file.name)) { written = kept(file.text) || written; }
        else if (/^\s*ruleset\s*=/m.test(file.text)) { written = { name: file.name, text: file.text, sets: [], files: {} }; }
        else { maps.push(file); }
      });
      if (!written && maps.length === 1 && /^\s*map\s*=/m.test(maps[0].text)) {
        return open(new URLSearchParams({ "m:text": maps[0].text, "m:path": maps[0].name }), "draw");
      }
      if (!written) { return say("That is neither a scenario nor a report that holds one."); }
      maps.forEach(function (map) {
        var plain = map.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        var named = written.text.match(new RegExp("[^\"'\\s]*" + plain));
        written.files[named ? named[0] : map.name] = map.text;
      });
      open(new URLSearchParams({ own: JSON.stringify(written) }));
    }).catch(function (error) { say("The file cannot be read: " + error.message); });
  }
  function kept(text) {
    try {
      var data = text;
      if (text.trimStart().startsWith("<")) { data = text.split('<script type="application/json" id="data">')[1].split("</script>")[0]; }
      return JSON.parse(data).scenario;
    } catch (error) { return null; }
  }
  addEventListener("dragover", function (event) { event.preventDefault(); document.body.classList.add("drop"); });
  addEventListener("dragleave", function (event) { if (!event.relatedTarget) { document.body.classList.remove("drop"); } });
  addEventListener("drop", function (event) {
    event.preventDefault();
    document.body.classList.remove("drop");
    if (event.dataTransfer.files.length) { taken(event.dataTransfer.files); }
  });
  function opens() {
    if (!by("open")) { return; }
    by("open").hidden = false;
    by("file").addEventListener("change", function () { taken(by("file").files); });
  }
  opens();
  // The questions to open beside one that is kept have an address too.
  if (location.hash.startsWith("#with=") && !form) {
    fetch("questions", { method: "POST", body: new URLSearchParams(location.hash.slice(1)) }).then(function (reply) {
      return reply.text();
    }).then(function (html) {
      document.querySelector("main").replaceWith(new DOMParser().parseFromString(html, "text/html").querySelector("main"));
      opens();
    }).catch(function () { say("The program has ended."); });
  }

  function replace(element, html) { if (element.innerHTML !== html) { element.innerHTML = html; } }

  // Finds controls or questions by the words typed.
  var sought = false;
  document.addEventListener("input", function (event) {
    if (event.target.id !== "find") { return; }
    var words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    var fits = function (text) { return words.every(function (word) { return text.includes(word); }); };
    document.querySelectorAll("#controls .control, #questions li").forEach(function (one) {
      one.hidden = !fits(one.dataset.find || one.textContent.toLowerCase());
    });
    // What was unfolded by hand stays so while nothing is sought.
    if (words.length || sought) {
      document.querySelectorAll("#controls > fieldset > details:not(.squad)").forEach(function (fold) {
        fold.open = words.length > 0 && fold.querySelector(".control:not([hidden])") !== null;
      });
    }
    sought = words.length > 0;
  });
  // The page of a search shows how far it has come, and then the page that it has made.
  var searched = document.querySelector("[data-search]");
  if (searched) {
    seek(searched.dataset.search);
    addEventListener("pagehide", function () { navigator.sendBeacon("close", new URLSearchParams({ id: searched.dataset.search })); });
  }
  function seek(id) {
    fetch("job?" + new URLSearchParams({ id: id })).then(function (reply) { return reply.json(); }).then(function (data) {
      say(data.status);
      if (data.further) { replace(by("further"), data.further); }
      if (data.done) { location.replace("made?" + new URLSearchParams({ id: id })); }
      else { setTimeout(seek, 500, id); }
    }).catch(function () { say("The program has ended."); });
  }
  if (!form) { return; }

  form.addEventListener("keydown", function (event) {
    if (event.key !== "Enter") { return; }
    if (event.target.id === "find") { event.preventDefault(); }
    // Enter in a name or in a value to try presses the button beside it.
    var beside = event.target.closest("p"), button = /^(new|as|t):/.test(event.target.name) && beside && beside.querySelector("button[name]");
    if (button) { event.preventDefault(); button.click(); }
  });
  var answer = by("answer"), result = by("result"), print = form.dataset.print;
  // Milliseconds before the first look at what a job has come to; each further look waits longer.
  var FIRST = 40;
  var asked = 0, busy = false, waiting = null, phase = "", job = Number(form.dataset.job) || 0;
  // The first change of a control is a new place in the history; what follows until it is let go is the same place.
  var fresh = true, push = false;

  function slides() {
    form.querySelectorAll(".slide").forEach(function (slide) { slide.hidden = false; });
  }
  slides();
  tables(answer, addEventListener.bind(window));
  if (form.dataset.address) { go(form.dataset.address); }
  if (job) { look(asked, FIRST); }

  form.addEventListener("input", function (event) {
    var target = event.target;
    if (target.classList.contains("slide")) { target.nextElementSibling.value = target.value; }
    else if (target.previousElementSibling && target.previousElementSibling.classList.contains("slide")) { target.previousElementSibling.value = target.value; }
    // Texts are answered when they are complete, and a value to try when its button is pressed.
    if (target.type === "text" || target.id === "find" || target.name.startsWith("t:")) { return; }
    ask(null, fresh);
    fresh = false;
  });
  form.addEventListener("change", function (event) {
    fresh = true;
    if (event.target.type === "text" && event.target.name.startsWith("s:")) { ask(null, true); }
  });
  form.addEventListener("submit", function (event) {
    var by = event.submitter;
    if (by && by.getAttribute("formaction") === "questions") {
      event.preventDefault();
      return location.assign("questions#" + new URLSearchParams({ with: form.elements["with"].value }));
    }
    if (by && by.hasAttribute("formaction")) { return; }
    event.preventDefault();
    ask(by && by.name ? by : null, true);
  });

  // One question is under way at a time; the newest one waits for its place.
  function ask(button, isNew) {
    asked += 1;
    push = push || isNew;
    var fields = new URLSearchParams(new FormData(form));
    fields.append("tab", tab);
    fields.append("print", print);
    if (button) { fields.append(button.name, button.value); }
    if (busy) { waiting = fields; return; }
    send(fields, asked);
  }
  function send(fields, number) {
    busy = true;
    fetch("answer", { method: "POST", body: fields }).then(function (reply) {
      if (!reply.ok) { throw new Error("the program refused the question (" + reply.status + ")"); }
      return reply.json();
    }).then(function (data) {
      busy = false;
      if (number === asked) {
        show(data);
        job = data.job;
        if (!data.done) { look(number, FIRST); }
      } else { follow(); }
    }).catch(function (error) {
      busy = false;
      if (follow()) { return; }
      say("There is no answer: " + error.message + ". Is the program still running?");
    });
  }
  function follow() {
    var next = waiting;
    waiting = null;
    if (next) { send(next, asked); }
    return next !== null;
  }
  function look(number, pause) {
    setTimeout(function () {
      if (number !== asked) { return; }
      fetch("job?" + new URLSearchParams({ id: job, print: print })).then(function (reply) { return reply.json(); }).then(function (data) {
        if (number !== asked) { return; }
        show(data);
        if (!data.done) { look(number, Math.min(pause * 1.3, 600)); }
      }).catch(function () { if (number === asked) { say("The program has ended."); } });
    }, pause);
  }

  function show(data) {
    result.setAttribute("aria-busy", String(!data.done));
    say(data.done ? data.status : "Playing…");
    phase = data.phase;
    by("progress").textContent = data.done ? "" : data.status;
    if (data.title) { document.title = data.title + " · Beaten Zone"; }
    if (data.heading) { replace(by("heading"), data.heading); }
    // A mistake has no command and no files; a question that is being read keeps those of the one before.
    if ((data.further || (data.done && data.further === "")) && by("further").dataset.of !== data.further) {
      by("further").dataset.of = data.further;
      deepen(by("further"), data.further);
    }
    // A mistake leaves the controls as they are, so that it can be mended.
    if (data.controls && data.phase !== "failed" && data.address) { control(data); }
    if (data.answer && answer.innerHTML !== data.answer) {
      var unfolded = Array.from(answer.querySelectorAll("details[open] > summary"), function (summary) { return summary.textContent; });
      answer.innerHTML = data.answer;
      answer.querySelectorAll("details > summary").forEach(function (summary) {
        if (unfolded.includes(summary.textContent)) { summary.parentNode.open = true; }
      });
      tables(answer, function () {});
    }
    if (data.address) { go(data.address); }
  }

  // New controls keep what is unfolded, the place and the focus.
  function control(data) {
    var controls = by("controls"), at = form.scrollTop, focus = document.activeElement;
    var named = focus && form.contains(focus) && focus.name ? [focus.name, focus.value] : null;
    var row = focus && focus.closest(".control");
    var folds = function () { return Array.from(controls.querySelectorAll("details")); };
    var called = function (fold) {
      var row = fold.closest(".control");
      return row ? row.dataset.find : fold.className + fold.parentElement.querySelector("legend").textContent;
    };
    var open = folds().filter(function (fold) { return fold.open; }).map(called);
    print = data.print;
    controls.innerHTML = data.controls;
    folds().forEach(function (fold) { if (open.includes(called(fold))) { fold.open = true; } });
    slides();
    by("find").dispatchEvent(new Event("input", { bubbles: true }));
    form.scrollTop = at;
    if (named) {
      var fields = Array.from(form.elements).filter(function (field) { return field.name === named[0] && field.type !== "hidden"; });
      var same = fields.find(function (field) { return field.value === named[1]; }) || fields[0];
      // What is gone has its row still.
      var rows = Array.from(controls.querySelectorAll(".control")), now = row && rows.find(function (one) { return one.dataset.find === row.dataset.find; });
      same = same || (now && now.querySelector("input:not([type=hidden]), select"));
      if (same) { same.focus(); }
    }
  }

  // Says in the address what is asked.
  function go(address) {
    var here = address.startsWith("#") ? location.hash : location.search;
    if (here !== address || location.pathname.endsWith("/ask")) {
      history[push ? "pushState" : "replaceState"](null, "", new URL(address, document.baseURI.replace(/[^/?#]*([?#].*)?$/, "")));
    }
    push = false;
  }

  // What was chosen for going deeper stays, as far as it is there still.
  function deepen(further, html) {
    var fields = function () { return Array.from(further.querySelectorAll("input, select")); };
    var chosen = fields().map(function (field) { return [field.name, field.value]; });
    replace(further, html);
    fields().forEach(function (field) {
      var before = chosen.find(function (one) { return one[0] === field.name; });
      var takes = before && (field.tagName !== "SELECT" || Array.from(field.options).some(function (one) { return one.value === before[1]; }));
      if (takes) { field.value = before[1]; }
    });
  }

  addEventListener("popstate", function () { location.reload(); });
  addEventListener("pagehide", function () { navigator.sendBeacon("close", new URLSearchParams({ tab: tab })); });
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden && phase === "stopped") { ask(null, false); }
  });
})();
