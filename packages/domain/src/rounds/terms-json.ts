import { TERM_FIELDS, type Terms } from './terms.ts';

/**
 * Returns the terms as RFC 8785 canonical JSON: keys sorted, no spaces, amounts as strings of base units. Throws a
 * RangeError for a number that is not whole or a city whose text is not well-formed Unicode.
 * docs/money-rules.md#2-terms-of-a-round
 */
export function termsJson(terms: Terms): string {
  const names = Object.keys(TERM_FIELDS).filter(isTerm);
  // Keys are ASCII, so the order of their code units is that of RFC 8785.
  const members = names.sort().map((name) => `${canonicalText(name)}:${canonicalValue(terms[name])}`);
  return `{${members.join(',')}}`;
}

/**
 * Returns the hash that every join names: `keccak256` (of the UTF-8 bytes of a text, from the caller's library) of the
 * canonical JSON of the terms.
 */
export function termsHash(terms: Terms, keccak256: (utf8: string) => string): string {
  return keccak256(termsJson(terms));
}

function isTerm(name: string): name is keyof Terms {
  return name in TERM_FIELDS;
}

function canonicalValue(value: Terms[keyof Terms]): string {
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'bigint') return canonicalText(`${value}`);
  if (typeof value === 'number') return canonicalNumber(value);
  return `[${value.map(canonicalNumber).join(',')}]`;
}

/** RFC 8785 uses the string form of ECMAScript's own JSON. */
function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new RangeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return JSON.stringify(value);
}
