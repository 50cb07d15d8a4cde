import { cubicOut } from 'svelte/easing';

export const CARD_MS = 220;
export const FLIP_MS = 180;
export const STAGGER_MS = 300;
export const CHIP_MS = 160;

export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A card that comes from the shoe, at the top right of the felt. */
export function dealt(_node: Element, { delay = 0 }: { delay?: number }) {
  if (still()) return { duration: 0 };
  return {
    delay,
    duration: CARD_MS,
    easing: cubicOut,
    css: (here: number, gone: number) =>
      `opacity: ${Math.min(1, here * 2)}; transform: translate(${gone * 220}px, ${-gone * 120}px) rotate(${gone * 24}deg)`,
  };
}

/** A card that is turned over. */
export function flipped(_node: Element) {
  if (still()) return { duration: 0 };
  return {
    duration: FLIP_MS,
    css: (here: number) => `transform: scaleX(${Math.max(0.02, here)})`,
  };
}

/** A chip that drops on its spot. */
export function dropped(_node: Element) {
  if (still()) return { duration: 0 };
  return {
    duration: CHIP_MS,
    easing: cubicOut,
    css: (here: number, gone: number) => `opacity: ${here}; transform: translateY(${gone * 28}px)`,
  };
}
