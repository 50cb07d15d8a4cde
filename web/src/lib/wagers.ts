import { wagers } from '../words/wagers';
import { settings } from './settings.svelte';

type Known = keyof typeof wagers.en;
const known = (wager: string): wager is Known => wager in wagers.en;

/** The Chinese name that stands on the cloth beside the title, where there is one. */
export function onCloth(wager: string): string | null {
  return known(wager) ? wagers.zh[wager] : null;
}

/** A wager's name in the language that is chosen now. */
export function wagerName(wager: string, title?: string): string {
  if (known(wager)) return settings.language === 'zh' ? wagers.zh[wager] : (title ?? wagers.en[wager]);
  return title ?? wager.replaceAll('_', ' ');
}
