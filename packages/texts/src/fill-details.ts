import type { RefusalDetails } from '@city-mint/api-contract/envelope';

/**
 * Returns a refusal's text with `{name}` replaced by its detail. One that is missing disappears with its parentheses,
 * its colon or its space.
 */
export function fillDetails(text: string, details: RefusalDetails): string {
  const known = (name: string) => details[name] !== undefined;
  return text
    .replace(/ ?[（(][^（()）]*\{(\w+)\}[^（()）]*[)）]/g, (group, name: string) => (known(name) ? group : ''))
    .replace(/([:：]?\s*)\{(\w+)\}/g, (_whole, before: string, name: string) =>
      known(name) ? `${before}${String(details[name])}` : '',
    );
}
