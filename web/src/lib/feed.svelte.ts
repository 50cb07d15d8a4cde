import { resourceRoutes } from '../../generated/routes';
import { remember } from './api';
import { merged, NOTHING, unheard, type Followed, type Message } from './feedMerge';
import { setZone, zoneOf } from './times';
import type { Told, You } from './types';

export type Connection = 'connecting' | 'live' | 'lost' | 'gone';

const KEEP = 200;
const WAITS_MS = [150, 400, 1000, 2000, 4000];
/** Close codes after which asking again gets the same answer. */
const FINAL = new Set([4404]);
/** Whoever listened is not who they were: asking again shows what they see now. */
const SOMEBODY_ELSE = 4401;

/** Something at the server, followed live: its view, what was heard, how the line is. */
export class Feed<View> {
  known = $state.raw<Followed<View>>(NOTHING);
  heard = $state.raw<Told[]>([]);
  connection = $state<Connection>('connecting');
  /** Since when nothing came through, in ms of `performance.now()`; null while it is live. */
  since = $state<number | null>(null);

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #listeners = new Set<(events: Told[]) => void>();

  constructor(readonly where: string) {
    this.#open();
    addEventListener('online', this.#again);
    addEventListener('offline', this.#cut);
    document.addEventListener('visibilitychange', this.#again);
  }

  get view(): View | null {
    return this.known.view;
  }
  get you(): You | null {
    return this.known.you;
  }
  get live(): boolean {
    return this.connection === 'live';
  }

  /** Call with every batch of new events; returns how to stop. */
  listen(listener: (events: Told[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Come again as somebody else: what was known is forgotten first. */
  renew(): void {
    this.known = NOTHING;
    this.heard = [];
    this.reopen();
  }

  /** Ask again as whoever the caller is now; what is known stays until the answer is here. */
  reopen(): void {
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#drop();
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#again);
    removeEventListener('offline', this.#cut);
    document.removeEventListener('visibilitychange', this.#again);
    this.#drop();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** The machine says that it has no network: the socket may not notice for minutes. */
  #cut = (): void => {
    this.#drop();
    this.#lost(0);
  };

  #again = (): void => {
    if (this.connection === 'lost' && document.visibilityState !== 'hidden') this.reopen();
  };

  #open(): void {
    if (this.#stopped) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const after = this.known.version >= 0 ? `?after=${this.known.version}` : '';
    const socket = new WebSocket(`${scheme}://${location.host}${resourceRoutes.live(this.where)}${after}`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onmessage = (message: MessageEvent<string | ArrayBuffer>) => {
      if (socket === this.#socket) this.#take(message.data);
    };
    socket.onclose = (closed) => {
      if (socket === this.#socket) this.#lost(closed.code);
    };
  }

  #take(data: string | ArrayBuffer): void {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    const message = JSON.parse(text) as Message<View>;
    if (!('version' in message)) return;
    const fresh = this.known.version < 0 ? [] : unheard(this.known.version, message.events);
    if (message.you) remember(this.where, message.you.csrf);
    this.known = merged(this.known, message);
    setZone(zoneOf(this.known.view));
    this.connection = 'live';
    this.since = null;
    this.#tries = 0;
    if (fresh.length === 0) return;
    this.heard = [...this.heard, ...fresh].slice(-KEEP);
    for (const listener of this.#listeners) listener(fresh);
  }

  #lost(code: number): void {
    this.#socket = null;
    if (FINAL.has(code)) {
      this.connection = 'gone';
      return;
    }
    if (code === SOMEBODY_ELSE && this.#tries === 0) {
      this.#tries = 1;
      this.#open();
      return;
    }
    clearTimeout(this.#timer);
    this.connection = 'lost';
    this.since ??= performance.now();
    const wait = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)] ?? 4000;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#open(), wait);
  }
}
