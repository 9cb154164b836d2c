/* Plays a film of a game: what each order changed, with its captions. */
const film = JSON.parse(document.getElementById("film").textContent);
const [N, TURN, DATE, PHASE, SIDE, TEXTS, PLACES, FOUGHT, FRONT] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const at = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const map = at("map");
const svg = map.querySelector("svg");
const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
const make = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const ground = make("g", { id: "ground", visibility: "hidden" });
const front = make("g", {});
const signs = make("g", {});
const pieces = make("g", {});
svg.append(ground, front, pieces, signs);
svg.setAttribute("width", width);
svg.setAttribute("height", height);

let now = -1;
/* What is played: the game, or as far as a mistake and then the marshal's line. */
let frames = film.frames;
let followed = null;
let timer = 0;
const shown = new Map();
const looks = new Map();
const camera = { x: 0, y: 0, scale: 1 };

function place() {
  const least = Math.min(map.clientWidth / width, map.clientHeight / height);
  camera.scale = Math.max(least, Math.min(1.5, camera.scale));
  const held = (value, size, room) => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, value)));
  camera.x = held(camera.x, width * camera.scale, map.clientWidth);
  camera.y = held(camera.y, height * camera.scale, map.clientHeight);
  svg.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`;
}

function zoom(factor, x = map.clientWidth / 2, y = map.clientHeight / 2) {
  const before = camera.scale;
  camera.scale *= factor;
  place();
  const real = camera.scale / before;
  camera.x = x - (x - camera.x) * real;
  camera.y = y - (y - camera.y) * real;
  place();
}

function look(hex) {
  const [x, y] = film.hexes[hex] ?? [width / 2, height / 2];
  camera.x = map.clientWidth / 2 - x * camera.scale;
  camera.y = map.clientHeight / 2 - y * camera.scale;
  place();
}

/* Where everything is after a frame: the last word on each unit up to it. */
function stateAt(index) {
  const places = new Map();
  const line = new Set();
  for (const frame of frames.slice(0, index + 1)) {
    for (const [unit, where] of Object.entries(frame[PLACES])) where ? places.set(unit, where) : places.delete(unit);
    for (const part of frame[FRONT][1]) line.delete(part);
    for (const part of frame[FRONT][0]) line.add(part);
  }
  return { places, line };
}

function draw(index) {
  now = Math.max(0, Math.min(frames.length - 1, index));
  const { places, line } = stateAt(now);
  for (const [unit, element] of shown) if (!places.has(unit)) (element.remove(), shown.delete(unit), looks.delete(unit));
  const heights = new Map();
  for (const [unit, [hex, look]] of places) {
    const [x, y] = film.hexes[hex] ?? [0, 0];
    const level = heights.get(hex) ?? 0;
    heights.set(hex, level + 1);
    let element = shown.get(unit);
    if (!element) shown.set(unit, (element = pieces.appendChild(make("g", { class: "piece" }))));
    if (looks.get(unit) !== look) (element.innerHTML = film.looks[look]), looks.set(unit, look);
    element.style.transform = `translate(${x - 38 + 5 * Math.min(level, 2)}px, ${y - 38 - 5 * Math.min(level, 2)}px) scale(.76)`;
  }
  front.replaceChildren(...[...line].map((part) => edge(...part.split(" "))));
  const frame = frames[now];
  signs.replaceChildren(...frame[FOUGHT].map((hex) => make("circle", { class: "battle", r: film.radius * 1.1, cx: film.hexes[hex]?.[0] ?? 0, cy: film.hexes[hex]?.[1] ?? 0 })));
  if (frame[FOUGHT][0]) look(frame[FOUGHT][0]);
  at("when").textContent = `Turn ${frame[TURN]}${frame[DATE] ? `, ${frame[DATE]}` : ""}: ${frame[PHASE]}`;
  const isEnd = now === frames.length - 1 && !followed;
  const texts = isEnd ? [film.result, won, ...frame[TEXTS]] : frame[TEXTS];
  showGround(isEnd);
  at("caption").replaceChildren(...texts.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  at("moment").max = frames.length - 1;
  at("moment").value = now;
  if (film.notes.length) tellNote(frame[N]);
}

/* The analysis: what the first side could expect after each turn of a side, and what was found there. */
const [END, TITLE, VALUE, SPREAD, NOTES, LINES] = [0, 1, 2, 3, 4, 5];
const [LINE, START, INSTEAD] = [0, 1, 2];
const cursor = make("line", { class: "at", y1: 0, y2: 100 });

function drawNotes() {
  const most = Math.max(1, ...film.notes.map((note) => Math.abs(note[VALUE]) + note[SPREAD]));
  const last = film.notes.at(-1)[END];
  const x = (note) => (1000 * note[END]) / last;
  const y = (value) => 50 - (48 * value) / most;
  const graph = make("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img", "aria-label": `Prospects of the ${film.first_side} side after each turn` });
  const edge = (sign) => film.notes.map((note) => `${x(note)},${y(note[VALUE] + sign * note[SPREAD])}`);
  graph.append(
    make("polygon", { class: "band", points: [...edge(1), ...edge(-1).reverse()].join(" ") }),
    make("line", { class: "zero", x1: 0, x2: 1000, y1: 50, y2: 50 }),
    make("polyline", { class: "value", points: film.notes.map((note) => `${x(note)},${y(note[VALUE])}`).join(" ") }),
    cursor,
  );
  graph.onclick = (event) => {
    const n = (last * event.offsetX) / graph.clientWidth;
    [frames, followed] = [film.frames, null];
    draw(frames.findIndex((frame) => frame[N] >= n));
  };
  at("analysis").append(graph, document.createElement("p"), Object.assign(document.createElement("div"), { id: "lines" }));
  at("analysis").hidden = false;
}

/* The marshal's line where the game went wrong, and the way back. */
function follow(line) {
  const next = (line ?? followed)[START] + 1;
  frames = line ? [...film.frames.slice(0, next), ...line[INSTEAD]] : film.frames;
  followed = line;
  draw(next);
  at("lines").firstChild?.focus();
}

function offerLines(lines) {
  const choices = followed ? [["Back to the game", null]] : lines.map((line) => [`Play the marshal's line: ${line[LINE]}`, line]);
  if (at("lines").textContent === choices.map(([text]) => text).join("")) return;
  at("lines").replaceChildren(...choices.map(([textContent, line]) => Object.assign(document.createElement("button"), { textContent, onclick: () => follow(line) })));
}

function tellNote(n) {
  const note = film.notes.find((each) => each[END] >= n) ?? film.notes.at(-1);
  const across = (1000 * n) / film.notes.at(-1)[END];
  cursor.setAttribute("x1", across);
  cursor.setAttribute("x2", across);
  const found = `${note[TITLE]}. ${film.first_side} prospects ${note[VALUE].toFixed(1)}. ${note[NOTES].join(" ")}`;
  at("analysis").querySelector("p").textContent = followed ? `What might have come of the marshal's plan: ${followed[LINE]}.` : found;
  offerLines(note[LINES]);
}

function edge(a, b) {
  const [[x1, y1], [x2, y2]] = [film.hexes[a] ?? [0, 0], film.hexes[b] ?? [0, 0]];
  const half = film.radius / Math.sqrt(3) / Math.hypot(x2 - x1, y2 - y1);
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return make("line", { class: "front-now", x1: mx - (y1 - y2) * half, y1: my - (x2 - x1) * half, x2: mx + (y1 - y2) * half, y2: my + (x2 - x1) * half });
}

/* What each side has won since the beginning, and the towns that history gave to the other. */
function survey() {
  const corner = (hex, i) => {
    const [x, y] = film.hexes[hex] ?? [0, 0];
    const angle = (i * Math.PI) / 3 + (film.flat ? 0 : Math.PI / 6);
    const far = (film.radius * 2) / Math.sqrt(3);
    return `${(x + far * Math.cos(angle)).toFixed(1)},${(y + far * Math.sin(angle)).toFixed(1)}`;
  };
  for (const [side, hexes] of Object.entries(film.ground.won)) for (const hex of hexes) ground.append(make("polygon", { class: `won ${side}`, points: [0, 1, 2, 3, 4, 5].map((i) => corner(hex, i)).join(" ") }));
  const other = film.ground.towns.filter((town) => town.holder && town.holder !== town.then);
  for (const town of other) ground.append(make("circle", { class: `town ${town.holder}`, r: film.radius * 0.9, cx: film.hexes[town.hexes[0]]?.[0] ?? 0, cy: film.hexes[town.hexes[0]]?.[1] ?? 0 }));
  const called = (side) => side[0].toUpperCase() + side.slice(1);
  const won = Object.entries(film.ground.won).map(([side, hexes]) => `${called(side)} ${hexes.length} hexes`);
  const unlike = (side) => other.filter((town) => town.holder === side).map((town) => town.name).join(", ");
  const sides = Object.keys(film.ground.won).filter(unlike).map((side) => ` ${called(side)} here, not in history on ${film.ground.day}: ${unlike(side)}.`);
  return `Ground won since the beginning: ${won.join(", ")}.${sides.join("")}`;
}

/* The end shows the ground at once; before it, who likes may look at what is to come. */
function showGround(on) {
  ground.setAttribute("visibility", on ? "visible" : "hidden");
  at("won").setAttribute("aria-pressed", String(on));
}

const isStop = (frame, i) => ({ order: true, battle: frame[FOUGHT].length > 0, turn: i === 0 || frame[TURN] !== frames[i - 1][TURN] })[at("by").value];

function step(by) {
  let next = now + by;
  while (frames[next] && next < frames.length - 1 && next > 0 && !isStop(frames[next], next)) next += by;
  draw(next);
}

function play() {
  clearInterval(timer);
  timer = timer ? 0 : setInterval(() => (now < frames.length - 1 ? step(1) : play()), 1400);
  at("play").textContent = timer ? "❚❚" : "▶";
}

at("first").onclick = () => draw(0);
at("back").onclick = () => step(-1);
at("on").onclick = () => step(1);
at("play").onclick = play;
at("closer").onclick = () => zoom(1.4);
at("farther").onclick = () => zoom(1 / 1.4);
at("moment").oninput = (event) => draw(Number(event.target.value));
map.addEventListener("wheel", (event) => (event.preventDefault(), zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.offsetX, event.offsetY)), { passive: false });
const fingers = new Map();
map.addEventListener("pointerdown", (event) => (map.setPointerCapture(event.pointerId), fingers.set(event.pointerId, event)));
for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, (event) => fingers.delete(event.pointerId));
map.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const other = [...fingers.values()].find((each) => each.pointerId !== event.pointerId);
  if (other) {
    const far = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    zoom(far(event) / far(before));
  } else {
    camera.x += event.clientX - before.clientX;
    camera.y += event.clientY - before.clientY;
    place();
  }
  fingers.set(event.pointerId, event);
});
addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const act = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), " ": play, "+": () => zoom(1.3), "-": () => zoom(1 / 1.3) }[event.key];
  if (act) (event.preventDefault(), act());
});
addEventListener("resize", place);
at("won").onclick = () => showGround(ground.getAttribute("visibility") === "hidden");
const won = survey();
if (film.notes.length) drawNotes();
camera.scale = 0;
place();
draw(0);
window.typhoonFilm = { film, draw, step, get now() { return now; } };
