import type { Terms } from './terms.ts';

/**
 * The terms as RFC 8785 canonical JSON: keys sorted, no spaces, amounts as strings of base units. Throws a RangeError
 * for a number that is not whole or a city whose text is not well-formed Unicode.
 * docs/money-rules.md#2-terms-of-a-round.
 */
export function termsJson(terms: Terms): string {
  return canonicalObject({
    city: canonicalText(terms.city),
    phase: canonicalNumber(terms.phase),
    number: canonicalNumber(terms.number),
    opensAt: canonicalNumber(terms.opensAt),
    closesAt: canonicalNumber(terms.closesAt),
    quota: canonicalText(`${terms.quota}`),
    minimum: canonicalText(`${terms.minimum}`),
    walletMaximum: canonicalText(`${terms.walletMaximum}`),
    mintFeeBps: canonicalNumber(terms.mintFeeBps),
    lossBps: canonicalNumber(terms.lossBps),
    mintAmount: canonicalText(`${terms.mintAmount}`),
    stageBps: `[${terms.stageBps.map(canonicalNumber).join(',')}]`,
    stageDelaysMs: `[${terms.stageDelaysMs.map(canonicalNumber).join(',')}]`,
    referralBps: canonicalNumber(terms.referralBps),
    nodesBps: canonicalNumber(terms.nodesBps),
    levelsBps: canonicalNumber(terms.levelsBps),
    treasuryBps: canonicalNumber(terms.treasuryBps),
    reserveDrawBps: canonicalNumber(terms.reserveDrawBps),
    compensationTimesBps: canonicalNumber(terms.compensationTimesBps),
  });
}

/**
 * The hash that every join names: `keccak256` (of the UTF-8 bytes of a text, as the caller's library has it) of the
 * canonical JSON of the terms. docs/money-rules.md#2-terms-of-a-round.
 */
export function termsHash(terms: Terms, keccak256: (utf8: string) => string): string {
  return keccak256(termsJson(terms));
}

/** Keys are ASCII, so the order of their code units is that of RFC 8785. */
function canonicalObject(fields: Record<keyof Terms, string>): string {
  const members = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${canonicalText(key)}:${value}`);
  return `{${members.join(',')}}`;
}

/** RFC 8785 takes the string form of ECMAScript's own JSON. */
function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new RangeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return JSON.stringify(value);
}
