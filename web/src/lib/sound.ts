import { settings } from './settings.svelte';

const PITCH = { card: 320, chip: 1400, result: 660 } as const;
let audio: AudioContext | null = null;

/** A short sound, if somebody wants sounds. */
export function sound(what: keyof typeof PITCH): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  const now = audio.currentTime;
  tone.type = what === 'result' ? 'sine' : 'triangle';
  tone.frequency.setValueAtTime(PITCH[what], now);
  loud.gain.setValueAtTime(0.12, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + (what === 'result' ? 0.5 : 0.08));
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.6);
}
