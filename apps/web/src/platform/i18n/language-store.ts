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

/** Texts of some areas, as they were fetched. */
type Areas = { readonly [Area in TextArea]?: Messages[Area] };

type LanguageState = {
  readonly language: PageLanguage;
  /**
   * The texts of that language with the server's overrides: those of `CORE_AREAS` and of every area that `loadTexts`
   * has loaded. The type has all of them, since what is shown loads its areas first.
   */
  readonly messages: Messages;
  /** The names of cities in that language, by the API's; read by `useCityName`. */
  readonly cityNames: CityNames;
};

type CityNames = Readonly<Record<string, string>>;
const NO_NAMES: CityNames = {};

/** What has been fetched of each language. */
const fetched: Partial<Record<PageLanguage, Areas>> = { zh: BUNDLED };
const areasInUse = new Set<TextArea>(CORE_AREAS);
let overridesByLanguage: Record<string, TextOverrides> = {};
let namesByLanguage: Record<string, CityNames> = {};

export const useLanguageStore = create<LanguageState>(() => ({
  language: 'zh',
  messages: mergedTexts('zh'),
  cityNames: NO_NAMES,
}));

/** The last call of `chooseLanguage`: an earlier one whose texts come later changes nothing. */
let lastChoice = 0;

/**
 * Switches the page to a language and remembers it, with the texts of all areas in use, so that what is open goes on in
 * the new language. Rejects and changes nothing when they cannot be fetched.
 */
export async function chooseLanguage(language: PageLanguage): Promise<void> {
  if (!(await showLanguage(language))) return;
  browserStorage.setItem(STORAGE_KEY, language);
  tellServer(language);
}

/** The server draws the first picture in this language; it is in no other cookie, and no other site gets it. */
function tellServer(language: PageLanguage): void {
  if (!('cookieStore' in globalThis)) return;
  const cookie = { name: 'lang', value: language, path: '/', sameSite: 'lax', expires: Date.now() + YEAR_MS } as const;
  void cookieStore.set(cookie).catch(() => undefined);
}

/** Shows the remembered language; the default if its texts cannot be fetched. Call once, before the first render. */
export async function restoreLanguage(): Promise<void> {
  try {
    namesByLanguage = { ...JSON.parse(browserStorage.getItem(NAMES_KEY) ?? '{}'), ...namesByLanguage };
  } catch {
    // Altered by someone: the API's come soon.
  }
  await showLanguage(parseLanguage(browserStorage.getItem(STORAGE_KEY))).catch(() => undefined);
  tagDocument(useLanguageStore.getState().language);
}

/**
 * Loads the texts of areas in the language of the page, and from now on in every language that is chosen. Rejects when
 * they cannot be fetched. Screens and sheets load theirs by `lazyScreen` and `lazySheet`; call it in what runs outside
 * of them, before `translate`.
 */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  while (!hasTexts(areas)) {
    const { language } = useLanguageStore.getState();
    await fetchAreas(language, areas);
    for (const area of areas) areasInUse.add(area);
    // Another language may have been chosen meanwhile, without these areas.
    const current = useLanguageStore.getState().language;
    if (current === language) useLanguageStore.setState({ messages: mergedTexts(language) });
  }
}

/** Whether the texts of areas are there, in the language of the page. */
export function hasTexts(areas: readonly TextArea[]): boolean {
  const { messages } = useLanguageStore.getState();
  return areas.every((area) => area in messages);
}

/** Fetches the texts of areas in advance, without using them yet; it resolves also when that fails. */
export async function prefetchTexts(areas: readonly TextArea[]): Promise<void> {
  await fetchAreas(useLanguageStore.getState().language, areas).catch(() => undefined);
}

/** Applies the server's texts over the bundled ones, now and to every area and language that is loaded later. */
export function overrideTexts(byLanguage: Record<string, TextOverrides>): void {
  overridesByLanguage = byLanguage;
  useLanguageStore.setState(({ language }) => ({ messages: mergedTexts(language) }));
}

/** Takes the names of cities by language, for now and for the next visit; those of other languages stay. */
export function setCityNames(byLanguage: Record<string, CityNames>): void {
  namesByLanguage = { ...namesByLanguage, ...byLanguage };
  browserStorage.setItem(NAMES_KEY, JSON.stringify(namesByLanguage));
  const { language, cityNames } = useLanguageStore.getState();
  // The same names again, as the API's after those of the document, render nothing.
  if (!areSame(namesIn(language), cityNames)) useLanguageStore.setState({ cityNames: namesIn(language) });
}

function namesIn(language: PageLanguage): CityNames {
  return namesByLanguage[language] ?? NO_NAMES;
}

function areSame(names: CityNames, others: CityNames): boolean {
  const keys = Object.keys(names);
  return keys.length === Object.keys(others).length && keys.every((key) => names[key] === others[key]);
}

/** Only where it changes: to set it again makes the browser compute every style again. */
function tagDocument(language: PageLanguage): void {
  if (typeof document !== 'object' || document.documentElement.lang === localeOf(language)) return;
  document.documentElement.lang = localeOf(language);
}

/** Shows a language; returns false when another one has been chosen before its texts came. */
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
  // Incomplete: `hasTexts` says which areas are there.
  return mergeTexts(Object.fromEntries(texts), overridesByLanguage[language] ?? {}) as Messages;
}
