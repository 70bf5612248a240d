import { localeOf } from '@city-mint/domain/languages';
import type { Messages } from '@city-mint/texts/messages';
import { createTranslator } from 'use-intl/core';
import { useLanguageStore } from './language-store.ts';

type Join<Prefix extends string, Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? `${Prefix}${Key}` : Join<`${Prefix}${Key}.`, Texts[Key]>;
}[keyof Texts & string];

/** The dotted keys of all texts. */
export type TextKey = Join<'', Messages>;

/** Returns the text of a key in the current language, for flows outside React; components call `useTranslations`. */
export function translate(key: TextKey, values: Record<string, string | number> = {}): string {
  const { language, messages } = useLanguageStore.getState();
  const translator: (key: TextKey, values: Record<string, string | number>) => string = createTranslator({
    locale: localeOf(language),
    messages,
    onError: () => undefined,
  });
  return translator(key, values);
}
