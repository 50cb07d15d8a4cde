/** What this tab remembers under a name, also after the page is loaded again. */
export function recalled<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Where nothing may be kept, it holds until the page is left.
  }
}
