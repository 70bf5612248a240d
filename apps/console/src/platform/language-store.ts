import type { OperatorLanguage } from '@city-mint/domain/languages';
import type { ConsoleMessages } from '@city-mint/texts/console-messages';
import { create } from 'zustand';

declare module 'use-intl' {
  interface AppConfig {
    Messages: ConsoleMessages;
  }
}

/** The languages of operators. */
export const LANGUAGES = ['zh', 'en'] as const satisfies readonly OperatorLanguage[];
export type ConsoleLanguage = (typeof LANGUAGES)[number];

const KEY = 'console.language';

export const useLanguage = create<{ readonly language: ConsoleLanguage }>(() => ({
  language: LANGUAGES.find((language) => language === localStorage.getItem(KEY)) ?? 'zh',
}));

/** Shows the console in a language, and remembers it. */
export function chooseLanguage(language: ConsoleLanguage): void {
  localStorage.setItem(KEY, language);
  useLanguage.setState({ language });
}
