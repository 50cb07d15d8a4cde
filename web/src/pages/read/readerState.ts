/** What is looked for in each rulebook, kept from one clause to the next. */
export const places = new Map<string, { wanted: string; area: string; top: number }>();
