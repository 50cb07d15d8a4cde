import { wagerName } from './wagers';

/** What the server says of an event, with its names as people write them: `big_tiger` is `Big Tiger`. */
export function worded(text: string): string {
  return text.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => wagerName(name));
}
