import { hash } from 'node:crypto';
import { hashJournalEntry } from '@city-mint/domain/proof/journal-chain';
import { type RawBuilder, sql } from 'kysely';

/** The journal's newest entry at some time: its number, and its hash in hex. */
export type JournalHead = { readonly number: bigint; readonly hash: string };

/** The part of an entry that commits to its transfers. */
export type Seal = { readonly digests: Buffer; readonly content: Buffer; readonly hash: Buffer };

/** Bytes of an entry's salt, which is random and stays secret: the content is published. */
export const SALT_BYTES = 16;

/** Bytes per transfer in an entry: its id, and the first eight bytes of its hash. */
const DIGEST_BYTES = 16;
const ID_BYTES = 8;

/**
 * A transfer `t` in its canonical form: every column in decimal, separated by bars, the id first, the time in
 * microseconds since 1970 (UTC).
 */
export const transferLine: RawBuilder<string> = sql<string>`concat_ws('|',
  t.id, t.debit_account, t.credit_account, t.amount, t.kind, t.step, t.source_id, t.debit_balance_after,
  t.credit_balance_after, (extract(epoch from t.created_at) * 1000000)::bigint)`;

type Sealed = { readonly number: bigint; readonly previousHash: Buffer; readonly salt: Buffer };

/**
 * Returns the seal of transfers, whose canonical lines are in the order of their ids. The content is the SHA-256 over
 * the salt and the SHA-256 of each line; the hash chains it to the previous entry (`hashJournalEntry`).
 */
export function sealTransfers(lines: readonly string[], { number, previousHash, salt }: Sealed): Seal {
  const digests = Buffer.alloc(lines.length * DIGEST_BYTES);
  const hashed = [salt];
  lines.forEach((line, index) => {
    const lineHash = sha256(line);
    hashed.push(lineHash);
    digests.writeBigInt64BE(transferIdOf(line), index * DIGEST_BYTES);
    lineHash.copy(digests, index * DIGEST_BYTES + ID_BYTES, 0, DIGEST_BYTES - ID_BYTES);
  });
  const content = sha256(Buffer.concat(hashed));
  const entryHash = hashJournalEntry({ number, previous: previousHash, content }, sha256);
  return { digests, content, hash: Buffer.from(entryHash) };
}

const sha256 = (bytes: string | Uint8Array) => hash('sha256', bytes, 'buffer');

/** Returns the id that a canonical line begins with. */
export function transferIdOf(line: string): bigint {
  return BigInt(line.slice(0, line.indexOf('|')));
}

/** A transfer that differs from its seal. */
export type TransferDifference = {
  readonly transfer: bigint;
  readonly what: 'transfer-changed' | 'transfer-deleted' | 'transfer-inserted';
};

/** Returns the first transfer, by id, in which the sealed and the current digests differ; undefined for none. */
export function firstDifference(sealed: Buffer, current: Buffer): TransferDifference | undefined {
  for (let at = 0; at < sealed.length || at < current.length; at += DIGEST_BYTES) {
    const sealedId = at < sealed.length ? sealed.readBigInt64BE(at) : undefined;
    const currentId = at < current.length ? current.readBigInt64BE(at) : undefined;
    if (currentId !== undefined && (sealedId === undefined || currentId < sealedId)) {
      return { transfer: currentId, what: 'transfer-inserted' };
    }
    if (sealedId === undefined) return undefined;
    if (currentId !== sealedId) return { transfer: sealedId, what: 'transfer-deleted' };
    if (!sealed.subarray(at, at + DIGEST_BYTES).equals(current.subarray(at, at + DIGEST_BYTES))) {
      return { transfer: sealedId, what: 'transfer-changed' };
    }
  }
  return undefined;
}
