import { create } from 'zustand';
import { zh } from '#texts/zh/zh.ts';
import { browserStorage } from '../browser-storage.ts';
import { type PageLanguage, parseLanguage } from './languages.ts';
import type { Messages } from './messages.ts';

const STORAGE_KEY = 'lang';
const DEFAULT_PAGE_LANGUAGE = parseLanguage(null);

/** Texts by dotted key, as the server sends them. */
export type TextOverrides = Readonly<Record<string, string>>;

type LanguageState = {
  readonly language: PageLanguage;
  /** The texts of that language, with the server's overrides. */
  readonly messages: Messages;
};

export const useLanguageStore = create<LanguageState>(() => ({ language: DEFAULT_PAGE_LANGUAGE, messages: zh }));

/** The default language is part of the first load, the others are fetched when they are chosen. */
const TEXT_LOADERS: Record<PageLanguage, () => Promise<Messages>> = {
  zh: async () => zh,
  en: async () => (await import('#texts/en/en.ts')).en,
};

let overridesByLanguage: Record<string, TextOverrides> = {};

/** Switches the page to a language and remembers it; rejects and changes nothing when its texts cannot be fetched. */
export async function chooseLanguage(language: PageLanguage): Promise<void> {
  await showLanguage(language);
  browserStorage.setItem(STORAGE_KEY, language);
}

/** Shows the remembered language; the default if its texts cannot be fetched. Call once, before the first render. */
export async function restoreLanguage(): Promise<void> {
  try {
    await showLanguage(parseLanguage(browserStorage.getItem(STORAGE_KEY)));
  } catch {
    document.documentElement.lang = DEFAULT_PAGE_LANGUAGE;
  }
}

/** Applies the server's texts over the bundled ones, now and for every language that is chosen later. */
export async function overrideTexts(byLanguage: Record<string, TextOverrides>): Promise<void> {
  overridesByLanguage = byLanguage;
  await showLanguage(useLanguageStore.getState().language);
}

async function showLanguage(language: PageLanguage): Promise<void> {
  const messages = mergeTexts(await TEXT_LOADERS[language](), overridesByLanguage[language] ?? {});
  document.documentElement.lang = language;
  useLanguageStore.setState({ language, messages });
}

/**
 * Returns the bundled texts with the server's in their place. Only existing texts are replaced: an unknown key, the
 * key of a group or a value that is not a text changes nothing, so a server text cannot break a screen.
 */
export function mergeTexts<Texts extends object>(texts: Texts, overrides: TextOverrides, prefix = ''): Texts {
  const entries = Object.entries(texts).map(([key, value]: [string, unknown]) => {
    const path = prefix + key;
    if (typeof value === 'object' && value !== null) return [key, mergeTexts(value, overrides, `${path}.`)];
    const override: unknown = Object.hasOwn(overrides, path) ? overrides[path] : undefined;
    return [key, typeof override === 'string' && override !== '' ? override : value];
  });
  return Object.fromEntries(entries);
}
