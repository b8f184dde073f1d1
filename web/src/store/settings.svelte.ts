/** What this person likes to see, remembered in the browser when it lets us. */
export type Pace = 'quick' | 'normal' | 'calm';
export type Language = 'nl' | 'en';

export type Settings = {
  language: Language;
  fourColours: boolean;
  /** Touch: the first tap plays (else the first lifts and the second plays). */
  oneTap: boolean;
  /** How a hand lies: `auto` is two rows under 480 px and a fan above. */
  hand: 'auto' | 'rows' | 'fan';
  pace: Pace;
  /** Large and calm. */
  large: boolean;
  sound: boolean;
  /** A practice game is explained as it goes. */
  lesson: boolean;
  /** The phone shakes when it is my turn. */
  shakes: boolean;
  /** The screen stays on at the table. */
  awake: boolean;
};

const KEY = 'klaverkroeg.settings';
const FACTORS: Record<Pace, number> = { quick: 0.6, normal: 1, calm: 1.6 };

export const DEFAULTS: Settings = {
  language: 'nl',
  fourColours: false,
  oneTap: false,
  hand: 'auto',
  pace: 'normal',
  large: false,
  sound: true,
  lesson: true,
  shakes: true,
  awake: true,
};

const SWITCHES = ['fourColours', 'oneTap', 'large', 'sound', 'lesson', 'shakes', 'awake'] as const;

/** The part of Storage that is used; browsers may refuse any of it by throwing. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage, or none where it is forbidden. */
export function browserStorage(): Store | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** A remembered text, or none. */
export function recall(store: Store | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Remembers a text where that is possible; none is forgotten. */
export function remember(store: Store | null, key: string, text: string | null): void {
  try {
    if (text === null) store?.removeItem(key);
    else store?.setItem(key, text);
  } catch {
    // Full or forbidden: the choice then holds until the page is closed.
  }
}

/** Settings from what was stored, the address and the browser's languages; what is unreadable is the default. */
export function readSettings(
  stored: string | null,
  query: URLSearchParams,
  languages: readonly string[],
): Settings {
  const first = languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'nl' || tag === 'en');
  const settings: Settings = { ...DEFAULTS, language: first === 'en' ? 'en' : 'nl' };
  try {
    const kept: unknown = JSON.parse(stored ?? '{}');
    if (kept && typeof kept === 'object') {
      const k = kept as Partial<Record<keyof Settings, unknown>>;
      if (k.language === 'nl' || k.language === 'en') settings.language = k.language;
      if (k.hand === 'auto' || k.hand === 'rows' || k.hand === 'fan') settings.hand = k.hand;
      if (k.pace === 'quick' || k.pace === 'normal' || k.pace === 'calm') settings.pace = k.pace;
      for (const key of SWITCHES) {
        const on = k[key];
        if (typeof on === 'boolean') settings[key] = on;
      }
    }
  } catch {
    // Somebody else's text under our key: the defaults stand.
  }
  const asked = query.get('taal') ?? query.get('lang');
  if (asked === 'nl' || asked === 'en') settings.language = asked;
  if (query.has('groot')) settings.large = query.get('groot') !== '0';
  return settings;
}

/** Factor of all holds and motion: the pace, calm when large, or what the address says (`?tempo=0`). */
export function paceFactor(settings: Settings, query: URLSearchParams): number {
  const asked = query.get('tempo');
  if (asked !== null && asked !== '' && Number.isFinite(Number(asked)))
    return Math.max(0, Math.min(4, Number(asked)));
  return settings.large ? Math.max(FACTORS[settings.pace], FACTORS.calm) : FACTORS[settings.pace];
}

/** Live settings: reading is reactive, writing is remembered. */
export class LiveSettings {
  now: Settings = $state({ ...DEFAULTS });
  #store: Store | null;

  constructor(settings: Settings, store: Store | null) {
    this.now = settings;
    this.#store = store;
  }

  change(part: Partial<Settings>): void {
    this.now = { ...this.now, ...part };
    remember(this.#store, KEY, JSON.stringify(this.now));
  }
}

export function loadSettings(): LiveSettings {
  const store = browserStorage();
  const query = new URLSearchParams(window.location.search);
  return new LiveSettings(
    readSettings(recall(store, KEY), query, window.navigator.languages ?? []),
    store,
  );
}
