import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { localeOf } from '@city-mint/domain/languages';
import type { Messages, TextArea } from '@city-mint/texts/messages';
import { create } from 'zustand';
import { BUNDLED, fetchArea } from './fetch-area.ts';
import { type PageLanguage, parseLanguage } from './languages.ts';
import { mergeTexts, type TextOverrides } from './merge-texts.ts';
import { CORE_AREAS } from './messages.ts';

const STORAGE_KEY = 'lang';
const NAMES_KEY = 'cityNames';
const YEAR_MS = 31_536_000_000;

/** Fetched texts of some areas. */
type Areas = { readonly [Area in TextArea]?: Messages[Area] };

type LanguageState = {
  readonly language: PageLanguage;
  /**
   * The texts of that language with the server's overrides: those of `CORE_AREAS` and of every area that `loadTexts`
   * has loaded. The type claims all areas, since code loads its areas before it renders.
   */
  readonly messages: Messages;
  /** Names of cities in that language, by the API's names; read through `useCityName`. */
  readonly cityNames: CityNames;
};

type CityNames = Readonly<Record<string, string>>;
const NO_NAMES: CityNames = {};

/** The fetched texts of each language. */
const fetched: Partial<Record<PageLanguage, Areas>> = { zh: BUNDLED };
const areasInUse = new Set<TextArea>(CORE_AREAS);
let overridesByLanguage: Record<string, TextOverrides> = {};
let namesByLanguage: Record<string, CityNames> = {};

export const useLanguageStore = create<LanguageState>(() => ({
  language: 'zh',
  messages: mergedTexts('zh'),
  cityNames: NO_NAMES,
}));

/** Number of the latest call of `chooseLanguage`: earlier calls whose texts arrive later have no effect. */
let lastChoice = 0;

/**
 * Switches the page to a language and persists the choice. Loads the texts of all areas in use, so that open screens
 * and sheets continue in the new language. Rejects and changes nothing if they cannot be fetched.
 */
export async function chooseLanguage(language: PageLanguage): Promise<void> {
  if (!(await showLanguage(language))) return;
  browserStorage.setItem(STORAGE_KEY, language);
  tellServer(language);
}

/** Returns whether the reader of this device has chosen a language, also the default one. */
export function hasChosenLanguage(): boolean {
  return browserStorage.getItem(STORAGE_KEY) !== null;
}

/** Sets the cookie by which the server renders the first picture in this language; no other site receives it. */
function tellServer(language: PageLanguage): void {
  if (!('cookieStore' in globalThis)) return;
  const cookie = { name: 'lang', value: language, path: '/', sameSite: 'lax', expires: Date.now() + YEAR_MS } as const;
  void cookieStore.set(cookie).catch(() => undefined);
}

/** Shows the persisted language, or the default if its texts cannot be fetched. Call once, before the first render. */
export async function restoreLanguage(): Promise<void> {
  try {
    namesByLanguage = { ...JSON.parse(browserStorage.getItem(NAMES_KEY) ?? '{}'), ...namesByLanguage };
  } catch {
    // The stored names were altered; the API's arrive soon.
  }
  await showLanguage(parseLanguage(browserStorage.getItem(STORAGE_KEY))).catch(() => undefined);
  tagDocument(useLanguageStore.getState().language);
}

/**
 * Loads the texts of areas in the language of the page, and from then on in every language that the user chooses.
 * Rejects if they cannot be fetched. `lazyScreen` and `lazySheet` do this for screens and sheets; other code calls it
 * before `translate`.
 */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  while (!hasTexts(areas)) {
    const { language } = useLanguageStore.getState();
    await fetchAreas(language, areas);
    for (const area of areas) areasInUse.add(area);
    // The language may have changed while the texts were fetched, and lack these areas.
    const current = useLanguageStore.getState().language;
    if (current === language) useLanguageStore.setState({ messages: mergedTexts(language) });
  }
}

/** Returns whether the texts of areas are loaded in the language of the page. */
export function hasTexts(areas: readonly TextArea[]): boolean {
  const { messages } = useLanguageStore.getState();
  return areas.every((area) => area in messages);
}

/** Prefetches the texts of areas without using them yet; also resolves if that fails. */
export async function prefetchTexts(areas: readonly TextArea[]): Promise<void> {
  await fetchAreas(useLanguageStore.getState().language, areas).catch(() => undefined);
}

/** Applies the server's texts over the bundled ones, now and for every area and language that is loaded later. */
export function overrideTexts(byLanguage: Record<string, TextOverrides>): void {
  overridesByLanguage = byLanguage;
  useLanguageStore.setState(({ language }) => ({ messages: mergedTexts(language) }));
}

/** Sets names of cities by language and stores them for the next visit; keeps those of other languages. */
export function setCityNames(byLanguage: Record<string, CityNames>): void {
  namesByLanguage = { ...namesByLanguage, ...byLanguage };
  browserStorage.setItem(NAMES_KEY, JSON.stringify(namesByLanguage));
  const { language, cityNames } = useLanguageStore.getState();
  // Avoids a render if the API's names equal those of the document.
  if (!areSame(namesIn(language), cityNames)) useLanguageStore.setState({ cityNames: namesIn(language) });
}

function namesIn(language: PageLanguage): CityNames {
  return namesByLanguage[language] ?? NO_NAMES;
}

function areSame(names: CityNames, others: CityNames): boolean {
  const keys = Object.keys(names);
  return keys.length === Object.keys(others).length && keys.every((key) => names[key] === others[key]);
}

/** Sets the language only if it changes, since setting it makes the browser recompute every style. */
function tagDocument(language: PageLanguage): void {
  if (typeof document !== 'object' || document.documentElement.lang === localeOf(language)) return;
  document.documentElement.lang = localeOf(language);
}

/** Shows a language; returns false if the user chose another one before its texts arrived. */
async function showLanguage(language: PageLanguage): Promise<boolean> {
  lastChoice += 1;
  const choice = lastChoice;
  // An area can come into use while the others are fetched.
  while (missingAreas(language, [...areasInUse]).length > 0) await fetchAreas(language, [...areasInUse]);
  if (choice !== lastChoice) return false;
  tagDocument(language);
  useLanguageStore.setState({ language, messages: mergedTexts(language), cityNames: namesIn(language) });
  return true;
}

async function fetchAreas(language: PageLanguage, areas: readonly TextArea[]): Promise<void> {
  const missing = missingAreas(language, areas);
  const entries = await Promise.all(missing.map(async (area) => [area, await fetchArea(language, area)] as const));
  fetched[language] = { ...fetched[language], ...Object.fromEntries(entries) };
}

function missingAreas(language: PageLanguage, areas: readonly TextArea[]): TextArea[] {
  return areas.filter((area) => !(area in (fetched[language] ?? {})));
}

function mergedTexts(language: PageLanguage): Messages {
  const texts = Object.entries(fetched[language] ?? {}).filter(([area]) => areasInUse.has(area as TextArea));
  // The type claims more than is loaded: `hasTexts` says which areas are.
  return mergeTexts(Object.fromEntries(texts), overridesByLanguage[language] ?? {}) as Messages;
}
