import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** What an entry of the journal says of the transfers it seals. */
export type Seal = { readonly digests: Buffer; readonly hash: Buffer };

/** Bytes by which a transfer is named in an entry: its id, and the first eight of its hash. */
export const DIGEST_BYTES = 16;
const ID_BYTES = 8;

/**
 * A transfer `t` in its one canonical form: every column in decimal, parted by bars, the time in microseconds since 1970 (UTC). The id comes
 * first.
 */
export const transferLine: RawBuilder<string> = sql<string>`concat_ws('|', t.id, t.debit_account, t.credit_account, t.amount, t.kind, t.step,
  t.source_id, t.debit_balance_after, t.credit_balance_after, (extract(epoch from t.created_at) * 1000000)::bigint)`;

/**
 * Seals transfers, given as canonical lines in the order of their ids: SHA-256 over the hash of the entry before, the entry's own number, how
 * many transfers there are, and the SHA-256 of each line.
 */
export function sealTransfers(
  lines: readonly string[],
  { number, previousHash }: { number: bigint; previousHash: Buffer },
): Seal {
  const digests = Buffer.alloc(lines.length * DIGEST_BYTES);
  const head = Buffer.alloc(12);
  head.writeBigUInt64BE(number, 0);
  head.writeUInt32BE(lines.length, 8);
  const parts = [previousHash, head];
  lines.forEach((line, index) => {
    const lineHash = hash('sha256', line, 'buffer');
    parts.push(lineHash);
    digests.writeBigInt64BE(transferIdOf(line), index * DIGEST_BYTES);
    lineHash.copy(digests, index * DIGEST_BYTES + ID_BYTES, 0, DIGEST_BYTES - ID_BYTES);
  });
  return { digests, hash: hash('sha256', Buffer.concat(parts), 'buffer') };
}

/** The id that a canonical line begins with. */
export function transferIdOf(line: string): bigint {
  return BigInt(line.slice(0, line.indexOf('|')));
}
