/** The languages of the product (spec section 2). */
const LANGUAGES: ReadonlySet<string> = new Set(['en', 'id', 'hi', 'ja', 'ko', 'ms', 'vi', 'th', 'zh', 'zhHK']);
export const DEFAULT_LANGUAGE = 'zh';

/** The language a `lang` header asks for; zh where it asks for none that we know. */
export function languageOf(header: unknown): string {
  return typeof header === 'string' && LANGUAGES.has(header) ? header : DEFAULT_LANGUAGE;
}
