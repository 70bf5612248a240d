import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@city-mint/domain/languages';

/** Returns the language that a `lang` header or a stored row names; the default language for any other text. */
export function languageOf(name: unknown): Language {
  return LANGUAGES.find((language) => language === name) ?? DEFAULT_LANGUAGE;
}
