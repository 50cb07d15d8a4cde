export const THEMES = ['felt', 'light', 'contrast'] as const;
export const LANGUAGES = ['en', 'zh'] as const;
export type Theme = (typeof THEMES)[number];
export type Language = (typeof LANGUAGES)[number];

function kept<T extends string>(name: string, known: readonly T[], otherwise: T): T {
  try {
    const found = localStorage.getItem(`punto-${name}`);
    return known.includes(found as T) ? (found as T) : otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`punto-${name}`, value);
  } catch {
    // Where nothing may be kept, it holds until the page is left.
  }
}

/** What a person chose for their own eyes and ears. */
class Settings {
  theme = $state<Theme>(
    kept('theme', THEMES, matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'felt'),
  );
  language = $state<Language>(
    kept('language', LANGUAGES, navigator.language.startsWith('zh') ? 'zh' : 'en'),
  );
  sound = $state(kept('sound', ['on', 'off'], 'off') === 'on');

  constructor() {
    this.#apply();
  }
  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    this.#apply();
  }
  setLanguage(language: Language): void {
    this.language = language;
    keep('language', language);
    this.#apply();
  }
  setSound(on: boolean): void {
    this.sound = on;
    keep('sound', on ? 'on' : 'off');
  }
  #apply(): void {
    document.documentElement.dataset['theme'] = this.theme;
    document.documentElement.lang = this.language === 'zh' ? 'zh-Hant' : 'en';
  }
}

export const settings = new Settings();
