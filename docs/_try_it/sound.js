// Two quiet sounds, made here, and none unless the person has switched them on.
import { settings } from "./say.js";

const PITCH = { card: 320, turn: 660 };
let audio = null;

export function chirp(kind) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator(), gain = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = PITCH[kind];
  gain.gain.setValueAtTime(0.08, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
