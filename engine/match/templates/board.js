"use strict";
// The board of the report: reads SGF, replays it with captures, lets one try moves. No library.
const PAD = { left: 1.05, top: 0.7 }; // board units around the lines; the coordinates stand left and below
const BLACK = 1, WHITE = 2, OTHER = [0, 2, 1], COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const $ = (id) => document.getElementById(id);

// ---- records ----

function parseSgf(text) {
  let at = 0;
  const skip = () => { while (at < text.length && /\s/.test(text[at])) at++; };
  function values() {
    const found = [];
    for (skip(); text[at] === "["; skip()) {
      let value = "";
      for (at++; at < text.length && text[at] !== "]"; at++) {
        if (text[at] === "\\") { at++; if (text[at] === "\r" && text[at + 1] === "\n") at++; if (!/[\r\n]/.test(text[at])) value += text[at]; } else value += text[at];
      }
      at++;
      found.push(value);
    }
    return found;
  }
  function node(parent) {
    const made = { props: {}, children: [], parent, depth: parent ? parent.depth + 1 : 0, choice: 0 };
    if (parent) parent.children.push(made);
    for (skip(); /[A-Za-z]/.test(text[at] || ""); skip()) {
      let name = "";
      while (/[A-Za-z]/.test(text[at] || "")) { if (text[at] < "a") name += text[at]; at++; }
      made.props[name] = (made.props[name] || []).concat(values());
    }
    return made;
  }
  let root = null;
  const open = [];
  let last = null;
  for (skip(); at < text.length; skip()) {
    const sign = text[at++];
    if (sign === "(") open.push(last);
    else if (sign === ")") { last = open.pop() || null; if (!open.length) break; }
    else if (sign === ";") { last = node(last); root = root || last; }
  }
  return root || { props: {}, children: [], parent: null, depth: 0, choice: 0 };
}

function sizeOf(root) {
  const parts = ((root.props.SZ || ["19"])[0]).split(":").map(Number);
  return { w: parts[0] || 19, h: parts[1] || parts[0] || 19 };
}

function pointOf(text, size) {
  if (!text || (text === "tt" && size.w <= 19 && size.h <= 19)) return -1;
  const code = (c) => (c >= "a" ? c.charCodeAt(0) - 97 : c.charCodeAt(0) - 65 + 26);
  const x = code(text[0]), y = code(text[1] || " ");
  return x >= 0 && x < size.w && y >= 0 && y < size.h ? y * size.w + x : -1;
}

function pointsOf(list, size) {
  return (list || []).flatMap((text) => {
    const [from, to] = text.split(":"), a = pointOf(from, size), b = to ? pointOf(to, size) : a, found = [];
    if (a < 0 || b < 0) return [];
    for (let y = Math.floor(a / size.w); y <= Math.floor(b / size.w); y++) for (let x = a % size.w; x <= b % size.w; x++) found.push(y * size.w + x);
    return found;
  });
}

// ---- positions ----

function neighbours(p, size) {
  const x = p % size.w, near = [];
  if (x > 0) near.push(p - 1);
  if (x < size.w - 1) near.push(p + 1);
  if (p >= size.w) near.push(p - size.w);
  if (p < size.w * (size.h - 1)) near.push(p + size.w);
  return near;
}

function chain(stones, p, size) {
  const colour = stones[p], seen = new Set([p]), todo = [p];
  let free = false;
  while (todo.length) for (const q of neighbours(todo.pop(), size)) {
    if (stones[q] === 0) free = true;
    else if (stones[q] === colour && !seen.has(q)) { seen.add(q); todo.push(q); }
  }
  return { points: [...seen], free };
}

function place(before, colour, p, size) {
  const stones = before.stones.slice(), caught = before.caught.slice();
  let suicide = false;
  stones[p] = colour;
  const lift = (points) => points.forEach((q) => { caught[stones[q]]++; stones[q] = 0; });
  for (const q of neighbours(p, size)) if (stones[q] === OTHER[colour]) { const c = chain(stones, q, size); if (!c.free) lift(c.points); }
  const own = chain(stones, p, size);
  if (!own.free) { suicide = true; lift(own.points); }
  return { stones, caught, suicide };
}

function moveOf(node, size) {
  for (const [name, colour] of [["B", BLACK], ["W", WHITE]]) if (node.props[name]) return { colour, point: pointOf(node.props[name][0], size) };
  return null;
}

function positionAt(node, size) {
  const path = [];
  for (let n = node; n && !n.position; n = n.parent) path.push(n);
  for (const n of path.reverse()) {
    let now = n.parent ? n.parent.position : { stones: new Uint8Array(size.w * size.h), caught: [0, 0, 0], toMove: BLACK };
    const move = moveOf(n, size);
    if (n.props.AB || n.props.AW || n.props.AE) {
      now = { ...now, stones: now.stones.slice() };
      for (const [name, colour] of [["AB", BLACK], ["AW", WHITE], ["AE", 0]]) pointsOf(n.props[name], size).forEach((p) => { now.stones[p] = colour; });
      if (n.props.AB && !n.props.AW) now.toMove = WHITE;
    }
    if (move && move.point >= 0) now = { ...now, ...place(now, move.colour, move.point, size) };
    if (move) now = { ...now, toMove: OTHER[move.colour] };
    if (n.props.PL) now = { ...now, toMove: /^w/i.test(n.props.PL[0]) ? WHITE : BLACK };
    n.position = now;
  }
  return node.position;
}

// ---- the viewer ----

let records = [], shown = -1, size = { w: 19, h: 19 }, root = null, here = null, timer = 0;
const readRecords = () => { records = JSON.parse($("records").textContent); };
const vertex = (p) => (p < 0 ? "pass" : COLUMNS[p % size.w] + (size.h - Math.floor(p / size.w)));

function open(key) {
  const index = records.findIndex((record) => record.key === key);
  if (index < 0) return;
  const record = records[index];
  shown = index; root = parseSgf(record.sgf); size = sizeOf(root); here = root;
  $("v-title").textContent = record.title;
  $("v-black").textContent = record.black;
  $("v-white").textContent = record.white;
  $("v-result").textContent = record.result;
  drawBoard();
  draw();
  if (!$("viewer").open) $("viewer").showModal();
  history.replaceState(null, "", "#" + record.key);
}

function el(name, attributes, parent, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  parent.appendChild(made);
  return made;
}

function drawBoard() {
  const board = $("board");
  board.replaceChildren();
  board.setAttribute("viewBox", `${-PAD.left} ${-PAD.top} ${size.w - 1 + PAD.left + PAD.top} ${size.h - 1 + PAD.left + PAD.top}`);
  const defs = el("defs", {}, board);
  for (const [id, from, to] of [["bs", "#5d5d5d", "#0c0c0c"], ["ws", "#ffffff", "#d3cfc4"]]) {
    const shade = el("radialGradient", { id, cx: "36%", cy: "30%", r: "75%" }, defs);
    el("stop", { offset: "0", "stop-color": from }, shade);
    el("stop", { offset: "0.85", "stop-color": to }, shade);
  }
  el("rect", { class: "wood", x: -PAD.left, y: -PAD.top, width: size.w + 1, height: size.h + 1 }, board);
  for (let x = 0; x < size.w; x++) el("line", { class: "grid", x1: x, y1: 0, x2: x, y2: size.h - 1 }, board);
  for (let y = 0; y < size.h; y++) el("line", { class: "grid", x1: 0, y1: y, x2: size.w - 1, y2: y }, board);
  const star = (n) => (n < 7 ? [] : n < 13 ? [2, n - 3] : [3, n - 4]).concat(n % 2 && n > 6 ? [(n - 1) / 2] : []);
  for (const x of star(size.w)) for (const y of star(size.h)) {
    const middle = (x * 2 === size.w - 1) + (y * 2 === size.h - 1);
    if (middle !== 1 || (size.w > 13 && size.h > 13)) el("circle", { class: "hoshi", cx: x, cy: y, r: 0.1 }, board);
  }
  for (let x = 0; x < size.w; x++) el("text", { class: "coord", x, y: size.h - 0.13 }, board, COLUMNS[x]);
  for (let y = 0; y < size.h; y++) el("text", { class: "coord", x: -0.76, y: y + 0.13 }, board, size.h - y);
  el("g", { id: "stones" }, board);
}

function draw() {
  const now = positionAt(here, size), stones = $("stones"), move = moveOf(here, size);
  stones.replaceChildren();
  now.stones.forEach((colour, p) => {
    if (colour) el("circle", { cx: p % size.w, cy: Math.floor(p / size.w), r: 0.475, fill: colour === BLACK ? "url(#bs)" : "url(#ws)" }, stones);
  });
  if (move && move.point >= 0) el("circle", { class: "last", cx: move.point % size.w, cy: Math.floor(move.point / size.w), r: 0.22, stroke: move.colour === BLACK ? "#fff" : "#111" }, stones);
  if (here.children.length > 1) here.children.forEach((child, index) => {
    const next = moveOf(child, size);
    if (next && next.point >= 0) el("text", { class: "next", x: next.point % size.w, y: Math.floor(next.point / size.w) + 0.18 }, stones, "ABCDEFGH"[index] || "·");
  });
  let end = here;
  while (end.children.length) end = end.children[end.choice];
  $("v-slider").max = end.depth;
  $("v-slider").value = here.depth;
  $("v-move").textContent = move ? `Move ${here.depth}: ${move.colour === BLACK ? "Black" : "White"} ${vertex(move.point)}${here.own ? " (tried)" : ""}` : here === root ? "Start" : "";
  $("v-bcap").textContent = now.caught[WHITE] ? `${now.caught[WHITE]} captured` : "";
  $("v-wcap").textContent = now.caught[BLACK] ? `${now.caught[BLACK]} captured` : "";
  $("v-comment").textContent = (here.props.C || []).join("\n");
  drawVariations();
}

function drawVariations() {
  const box = $("v-vars"), siblings = here.parent ? here.parent.children : [];
  box.replaceChildren();
  const button = (node, label) => {
    const made = document.createElement("button");
    const move = moveOf(node, size);
    made.type = "button";
    made.textContent = `${label} ${move ? vertex(move.point) : ""}`;
    if (node === here) made.className = "here";
    made.addEventListener("click", () => go(node));
    box.appendChild(made);
  };
  if (siblings.length > 1) siblings.forEach((node, index) => button(node, index ? `variation ${index}` : "game"));
  else if (here.children.length > 1) here.children.forEach((node, index) => button(node, "ABCDEFGH"[index] || "·"));
}

function go(node) {
  if (!node) return false;
  if (node.parent) node.parent.choice = node.parent.children.indexOf(node);
  here = node;
  draw();
  return true;
}

function forward(count) { let node = here; while (count-- > 0 && node.children.length) node = node.children[node.choice]; return node !== here && go(node); }
function back(count) { let node = here; while (count-- > 0 && node.parent) node = node.parent; here = node; draw(); }
function sibling(step) { const all = here.parent ? here.parent.children : []; if (all.length > 1) go(all[(all.indexOf(here) + step + all.length) % all.length]); }
function stop() { clearInterval(timer); timer = 0; }
function playOn() { if (timer) stop(); else timer = setInterval(() => { if (!forward(1)) stop(); }, 700); }
function game(step) { if (records.length) { stop(); open(records[(shown + step + records.length) % records.length].key); } }

function tryMove(p) {
  const now = positionAt(here, size), known = here.children.find((child) => { const m = moveOf(child, size); return m && m.point === p && m.colour === now.toMove; });
  if (known) return go(known);
  if (now.stones[p]) return false;
  const after = place(now, now.toMove, p, size);
  const before = here.parent && here.parent.position;
  if (after.suicide || (before && before.stones.every((stone, q) => stone === after.stones[q]))) return false;
  const letters = String.fromCharCode(97 + (p % size.w)) + String.fromCharCode(97 + Math.floor(p / size.w));
  const child = { props: { [now.toMove === BLACK ? "B" : "W"]: [letters] }, children: [], parent: here, depth: here.depth + 1, choice: 0, own: true };
  here.children.push(child);
  return go(child);
}

const DO = {
  close: () => $("viewer").close(), first: () => back(1e9), last: () => forward(1e9), prev: () => back(1), next: () => forward(1),
  play: playOn, prevgame: () => game(-1), nextgame: () => game(1),
};
const KEYS = {
  ArrowLeft: DO.prev, ArrowRight: DO.next, Home: DO.first, End: DO.last, PageUp: () => back(10), PageDown: () => forward(10),
  ArrowUp: () => sibling(-1), ArrowDown: () => sibling(1), " ": playOn, n: DO.nextgame, p: DO.prevgame,
};

function listen() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-game]"), button = event.target.closest("[data-do]");
    if (link) { event.preventDefault(); open(link.dataset.game); } else if (button) { if (button.dataset.do !== "play") stop(); DO[button.dataset.do](); } else if (event.target === $("viewer")) $("viewer").close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!$("viewer").open) { if (event.key.toLowerCase() === "g" && records.length) open(records[0].key); return; }
    const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (act) { event.preventDefault(); if (act !== playOn) stop(); act(); }
  });
  $("viewer").addEventListener("close", () => { stop(); history.replaceState(null, "", location.pathname + location.search); });
  $("v-slider").addEventListener("input", (event) => { const by = event.target.value - here.depth; stop(); if (by > 0) forward(by); else if (by < 0) back(-by); });
  let from = null;
  $("board").addEventListener("pointerdown", (event) => { from = { x: event.clientX, y: event.clientY }; });
  $("board").addEventListener("pointerup", (event) => {
    if (!from) return;
    const dx = event.clientX - from.x, dy = event.clientY - from.y;
    from = null;
    stop();
    if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) { if (dx < 0) forward(1); else back(1); return; }
    if (Math.hypot(dx, dy) > 12) return;
    const box = $("board").getBoundingClientRect(), unit = box.width / (size.w - 1 + PAD.left + PAD.top);
    const x = Math.round((event.clientX - box.left) / unit - PAD.left), y = Math.round((event.clientY - box.top) / unit - PAD.top);
    if (x >= 0 && x < size.w && y >= 0 && y < size.h) tryMove(y * size.w + x);
  });
  document.addEventListener("change", (event) => { if (event.target.id === "working") document.body.classList.toggle("showing", event.target.checked); });
  const linked = () => { if (/^#r\d+t\d+g\d+$/.test(location.hash)) open(location.hash.slice(1)); };
  window.addEventListener("hashchange", linked);
  linked();
}

// ---- while games run: the page that `watch` serves renews itself ----

function startLive() {
  let version = "";
  setInterval(async () => {
    try {
      const found = await (await fetch("version", { cache: "no-store" })).text();
      if (version && found !== version) {
        const page = new DOMParser().parseFromString(await (await fetch("/", { cache: "no-store" })).text(), "text/html");
        const working = $("working") && $("working").checked;
        for (const part of ["header.top", "nav", "main", "#records"]) document.querySelector(part).replaceWith(page.querySelector(part));
        readRecords();
        if ($("working")) $("working").checked = working;
      }
      version = found;
    } catch { /* the server is away: try again */ }
  }, 2000);
}

readRecords();
listen();
