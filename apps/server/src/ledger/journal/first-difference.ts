import { DIGEST_BYTES } from './journal-entry.ts';

/** A transfer that is not as it was sealed. */
export type TransferDifference = {
  readonly transfer: bigint;
  readonly what: 'transfer-changed' | 'transfer-deleted' | 'transfer-inserted';
};

/** The first transfer by id in which what was sealed and what stands there now differ, both given as digests; undefined when in none. */
export function firstDifference(sealed: Buffer, found: Buffer): TransferDifference | undefined {
  for (let at = 0; at < sealed.length || at < found.length; at += DIGEST_BYTES) {
    const before = at < sealed.length ? sealed.readBigInt64BE(at) : undefined;
    const now = at < found.length ? found.readBigInt64BE(at) : undefined;
    if (now !== undefined && (before === undefined || now < before)) {
      return { transfer: now, what: 'transfer-inserted' };
    }
    if (before === undefined) return undefined;
    if (now !== before) return { transfer: before, what: 'transfer-deleted' };
    if (!sealed.subarray(at, at + DIGEST_BYTES).equals(found.subarray(at, at + DIGEST_BYTES))) {
      return { transfer: before, what: 'transfer-changed' };
    }
  }
  return undefined;
}
