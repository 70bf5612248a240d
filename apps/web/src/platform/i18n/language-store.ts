import { create } from 'zustand';
import { zh } from '#texts/zh/zh.ts';
import { browserStorage } from '../browser-storage.ts';
import { DEFAULT_LANGUAGE, type Language, localeOf, parseLanguage } from './languages.ts';
import { mergeTexts, type TextOverrides } from './merge-texts.ts';
import type { Messages } from './messages.ts';
import { TEXT_LOADERS } from './text-loaders.ts';

const KEY = 'lang';

type LanguageState = {
  readonly language: Language;
  /** Texts of that language with the server's overrides in. */
  readonly messages: Messages;
};

export const useLanguageStore = create<LanguageState>(() => ({ language: DEFAULT_LANGUAGE, messages: zh }));

let overridesByLanguage: Record<string, TextOverrides> = {};

/** Shows the page in a language and remembers it; rejects, and changes nothing, when its texts cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  browserStorage.setItem(KEY, language);
}

/** Shows the language chosen last, or the default. Call once, before the first render; what cannot be fetched leaves the default. */
export async function showChosenLanguage(): Promise<void> {
  try {
    await showLanguage(parseLanguage(browserStorage.getItem(KEY)));
  } catch {
    document.documentElement.lang = localeOf(DEFAULT_LANGUAGE);
  }
}

/** Lays the server's texts over the bundled ones, for every language shown from now on. */
export async function overrideTexts(byLanguage: Record<string, TextOverrides>): Promise<void> {
  overridesByLanguage = byLanguage;
  await showLanguage(useLanguageStore.getState().language);
}

async function showLanguage(language: Language): Promise<void> {
  const messages = mergeTexts(await TEXT_LOADERS[language](), overridesByLanguage[language] ?? {});
  document.documentElement.lang = localeOf(language);
  useLanguageStore.setState({ language, messages });
}
