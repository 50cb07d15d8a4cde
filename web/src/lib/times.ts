/** So many seconds as a clock that runs down: `1:02:03`, `4:05`. */
export function counted(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Where the table stands: times are told by the clock on its wall. */
let zone = 'UTC';

export function setZone(name: string | null | undefined): void {
  zone = name || 'UTC';
}

/** The zone of what is shown: a table has one, that of a tournament is its tables'. */
export function zoneOf(view: unknown): string | null {
  const seen = view as { zone?: string | null; tables?: { table?: { zone?: string | null } }[] } | null;
  return seen?.zone ?? seen?.tables?.find((one) => one.table?.zone)?.table?.zone ?? null;
}

/** The place whose clock it is, for whoever is elsewhere: `Sydney`. */
export function placeOfClock(): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ');
}

/** A time of day in the table's zone; the server speaks in seconds since 1970. */
export function clockTime(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(seconds * 1000);
}

/** A day and time as typed, by the clock of the table, in seconds since 1970. */
export function timeIn(text: string): number | undefined {
  const typed = Date.parse(`${text}Z`);
  if (Number.isNaN(typed)) return undefined;
  // The difference to UTC is that of the moment meant, which is near enough to the one typed.
  const guess = typed - ahead(typed);
  return Math.floor((typed - ahead(guess)) / 1000);
}

/** A moment as it is typed into a form, by the clock of the table. */
export function typedTime(seconds: number): string {
  return new Date(seconds * 1000 + ahead(seconds * 1000)).toISOString().slice(0, 16);
}

/** By how many ms the clock of the table is ahead of UTC at a moment. */
function ahead(moment: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone, hourCycle: 'h23',
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(moment / 1000) * 1000;
}
