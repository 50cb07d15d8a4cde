import type { PageName } from '../lib/router.svelte';
import type { Component } from 'svelte';

/** A page gets what stands in its address; it is loaded when it is first asked for. */
export type Page = Component<any>;
type Loader = () => Promise<{ default: Page }>;

export const PAGES: Record<PageName, Loader> = {
  lobby: () => import('./lobby/Lobby.svelte'),
  play: () => import('./play/Play.svelte'),
  display: () => import('./display/Display.svelte'),
  deal: () => import('./deal/Deal.svelte'),
  supervise: () => import('./supervise/Supervise.svelte'),
  read: () => import('./read/Read.svelte'),
  tournament: () => import('./tournament/Tournament.svelte'),
  enter: () => import('./enter/Enter.svelte'),
  project: () => import('./project/Project.svelte'),
  nowhere: () => import('./notFound/NotFound.svelte'),
};
