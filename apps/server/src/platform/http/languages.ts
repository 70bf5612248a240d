import { DEFAULT_LANGUAGE, type Language, language } from '@city-mint/api-contract/languages';

/** The language a `lang` header asks for; zh where it asks for none that we know. */
export function languageOf(header: unknown): Language {
  const known = language.safeParse(header);
  return known.success ? known.data : DEFAULT_LANGUAGE;
}
