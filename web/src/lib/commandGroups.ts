import type { Option } from './types';

/** The groups of a console, in their order. The server says in which group a command is. */
export const TROUBLES = ['card', 'order', 'money', 'device', 'person', 'void'];
export const POWERS = ['limits', 'coup', 'settling', 'people', 'cards', 'table'];
export const DIRECTS = ['entry', 'session', 'play', 'placing', 'conduct'];

export type Grouping = (option: Option) => string;

/** What a command is about. */
export const byGroup: Grouping = (option) => option.group ?? 'other';
/** What went wrong where a command is given. */
export const byTrouble: Grouping = (option) => option.trouble ?? 'other';

/** Whether a command is for something that went wrong. */
export function isTrouble(option: Option): boolean {
  return option.trouble != null;
}
