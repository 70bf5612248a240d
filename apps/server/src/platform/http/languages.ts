import { language } from '@city-mint/api-contract/wire';
import { DEFAULT_LANGUAGE, type Language } from '@city-mint/domain/languages';

/** Returns the language that a `lang` header asks for; the default one where it asks for none that is supported. */
export function languageOf(header: unknown): Language {
  const known = language.safeParse(header);
  return known.success ? known.data : DEFAULT_LANGUAGE;
}
