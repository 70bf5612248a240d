import type { Terms } from '@city-mint/domain/rounds/terms';
import { termsHash } from '@city-mint/domain/rounds/terms-json';
import { keccak256, toBytes } from 'viem';

/** keccak256 of the canonical JSON of the terms: what every join names. rules.md section 2. */
export function hashTerms(terms: Terms): string {
  return termsHash(terms, (utf8) => keccak256(toBytes(utf8)));
}
