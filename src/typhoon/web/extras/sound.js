/** Soft sounds, made here and now: a march, guns, dice, your turn. */

/** @type {AudioContext | null} */
let air = null;

/** @param {number} frequency @param {number} at @param {number} length @param {number} loud @param {OscillatorType} [shape] */
function tone(frequency, at, length, loud, shape = "sine") {
  const sound = /** @type {AudioContext} */ (air);
  const source = sound.createOscillator();
  const gain = sound.createGain();
  source.type = shape;
  source.frequency.value = frequency;
  const start = sound.currentTime + at;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(sound.destination);
  source.start(start);
  source.stop(start + length);
}

/** A short noise, dull or bright. @param {number} at @param {number} length @param {number} loud @param {number} brightness */
function noise(at, length, loud, brightness) {
  const sound = /** @type {AudioContext} */ (air);
  const buffer = sound.createBuffer(1, Math.ceil(sound.sampleRate * length), sound.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = sound.createBufferSource();
  const filter = sound.createBiquadFilter();
  const gain = sound.createGain();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.value = brightness;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(sound.destination);
  source.start(sound.currentTime + at);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  march: () => [0, 0.16, 0.32].forEach((at) => noise(at, 0.08, 0.12, 500)),
  guns: () => [0, 0.22, 0.5].forEach((at) => noise(at, 0.5, 0.3, 180)),
  dice: () => [0, 0.07, 0.13, 0.21].forEach((at) => noise(at, 0.03, 0.12, 5000)),
  turn: () => [523, 659].forEach((frequency, i) => tone(frequency, i * 0.18, 0.5, 0.06)),
};

/** @param {"march" | "guns" | "dice" | "turn"} what */
export function play(what) {
  air ??= new AudioContext();
  SOUNDS[what]?.();
}
