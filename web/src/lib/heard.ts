import { plain } from './naming';
import { wagerName } from './wagers';

/** What an event is called: `wager_placed` is `Wager placed`. */
export function called(type: string): string {
  return plain(type);
}

/** What the server says of an event with its own names as people write them: `big_tiger` is `Big Tiger`. */
export function worded(text: string): string {
  return text.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => wagerName(name));
}
