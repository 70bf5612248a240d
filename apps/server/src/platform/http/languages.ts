import { language } from '@city-mint/api-contract/wire';
import { DEFAULT_LANGUAGE, type Language } from '@city-mint/domain/languages';

/** The language a `lang` header asks for; zh where it asks for none that we know. */
export function languageOf(header: unknown): Language {
  const known = language.safeParse(header);
  return known.success ? known.data : DEFAULT_LANGUAGE;
}
