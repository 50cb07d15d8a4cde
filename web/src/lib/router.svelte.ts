import { pageNames } from '../../generated/routes';

export type PageName = (typeof pageNames)[number] | 'lobby' | 'nowhere';
/** Where one is: the page and what stands in its address. */
export type Where = { page: PageName; parts: string[] };

const PAGES: readonly string[] = ['lobby', ...pageNames];

/** The page that an address shows. */
export function whereOf(path: string): Where {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const page = parts.shift() ?? 'lobby';
  if (!PAGES.includes(page)) return { page: 'nowhere', parts: [] };
  return { page: page as PageName, parts };
}

class Router {
  where = $state.raw<Where>(whereOf(location.pathname));

  constructor() {
    addEventListener('popstate', () => this.#look());
    document.addEventListener('click', (click) => this.#follow(click));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.where = whereOf(location.pathname);
  }

  /** A plain click on a link to one of our pages does not load the document again. */
  #follow(click: MouseEvent): void {
    if (click.defaultPrevented || click.button !== 0) return;
    if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
    const link = click.target instanceof Element ? click.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
      return;
    if (link.pathname === location.pathname && link.hash) return;
    if (whereOf(link.pathname).page === 'nowhere') return;
    click.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
