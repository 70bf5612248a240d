import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@city-mint/domain/languages';

/** Returns the language that a `lang` header asks for; the default one where it asks for none that is supported. */
export function languageOf(header: unknown): Language {
  return LANGUAGES.find((language) => language === header) ?? DEFAULT_LANGUAGE;
}
