import { type Selectable, sql } from 'kysely';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { Anchor, AnchorTransaction } from '#platform/database/generated/db.ts';

/** A root that is to stand in the contract, as it is stored. */
export type StoredAnchor = Selectable<Anchor>;

/** A signed transaction of one; `isDue` when it was never sent, or long enough ago to be sent again. */
export type SignedTransaction = Pick<Selectable<AnchorTransaction>, 'gas' | 'gas_price'> & {
  readonly hash: Hex;
  readonly raw: Hex;
  readonly is_due: boolean;
  readonly age_ms: number;
};

/** Roots without a transaction whose time has come, the oldest first. */
export async function findWaiting(db: Database, limit: number): Promise<StoredAnchor[]> {
  return db
    .selectFrom('anchor')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Roots whose transaction is not final yet, in the order of the nonces. */
export async function findSent(db: Database): Promise<StoredAnchor[]> {
  return db.selectFrom('anchor').selectAll().where('state', '=', 'sent').orderBy('nonce').execute();
}

/** The transactions under a root's present nonce, the newest first. */
export async function findTransactions(
  db: Database,
  { anchor, resendMs }: { anchor: StoredAnchor; resendMs: number },
): Promise<SignedTransaction[]> {
  const { rows } = await sql<SignedTransaction>`
    select hash, raw, gas, gas_price, extract(epoch from now() - made_at)::float8 * 1000 as age_ms,
      sent_at is null or sent_at <= now() - ${resendMs}::int * interval '1 millisecond' as is_due
    from anchor_transaction where anchor_id = ${anchor.id} and nonce = ${anchor.nonce} order by gas_price desc`.execute(
    db,
  );
  return rows;
}

export type Signature = {
  readonly anchorId: bigint;
  readonly sender: string;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly hash: Hex;
  readonly raw: Hex;
};

/** Keeps a signed transaction of a waiting root. False when another scribe was faster. Throws when the nonce is taken. */
export async function keepSigned(tx: Database, signed: Signature): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('anchor')
    .set({ state: 'sent', sender: signed.sender, nonce: signed.nonce, tx_hash: signed.hash, last_error: null })
    .where('id', '=', signed.anchorId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertTransaction(tx, signed);
  return true;
}

/** Keeps one more transaction under the nonce that the root has already. False when it has another one by now. */
export async function keepReplacement(tx: Database, signed: Signature): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('anchor')
    .set({ tx_hash: signed.hash })
    .where('id', '=', signed.anchorId)
    .where('state', '=', 'sent')
    .where('nonce', '=', signed.nonce)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertTransaction(tx, signed);
  return true;
}

async function insertTransaction(tx: Database, signed: Signature): Promise<void> {
  await tx
    .insertInto('anchor_transaction')
    .values({
      hash: signed.hash,
      anchor_id: signed.anchorId,
      nonce: signed.nonce,
      gas: signed.gas,
      gas_price: signed.gasPrice,
      raw: signed.raw,
    })
    .execute();
}

/** Notes that a transaction was handed to the node, and what the node had against it. */
export async function noteSent(
  db: Database,
  { anchorId, hash, lastError }: { anchorId: bigint; hash: Hex; lastError: string | null },
): Promise<void> {
  await db.updateTable('anchor_transaction').set({ sent_at: sql`now()` }).where('hash', '=', hash).execute();
  await db
    .updateTable('anchor')
    .set({ last_error: lastError })
    .where('id', '=', anchorId)
    .where('state', '=', 'sent')
    .execute();
}

export type AnchorBlock = { readonly txHash: string; readonly number: bigint; readonly hash: string };

/** Notes the block that holds a root's transaction now; null when none does. */
export async function noteBlock(db: Database, { id, block }: { id: bigint; block: AnchorBlock | null }): Promise<void> {
  await db
    .updateTable('anchor')
    .set({
      block_number: block?.number ?? null,
      block_hash: block?.hash ?? null,
      ...(block === null ? {} : { tx_hash: block.txHash }),
    })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute();
}

/** The root stands in a final block. */
export async function markFinal(db: Database, { id, block }: { id: bigint; block: AnchorBlock }): Promise<void> {
  await db
    .updateTable('anchor')
    .set({
      state: 'final',
      tx_hash: block.txHash,
      block_number: block.number,
      block_hash: block.hash,
      last_error: null,
      final_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .execute();
}

/** It will never stand in the contract. */
export async function markHopeless(
  db: Database,
  { id, state }: { id: bigint; state: 'superseded' | 'conflicting' },
): Promise<void> {
  await db.updateTable('anchor').set({ state }).where('id', '=', id).where('state', '=', 'waiting').execute();
}

const POSTPONED_SECONDS = 60;

/** No transaction can be made for these now: they wait for a minute, or `seconds`. Where another scribe made one meanwhile, nothing changes. */
export async function postpone(
  db: Database,
  { ids, lastError, seconds = POSTPONED_SECONDS }: { ids: readonly bigint[]; lastError: string; seconds?: number },
): Promise<void> {
  await db
    .updateTable('anchor')
    .set({ last_error: lastError, due_at: sql`now() + ${seconds}::int * interval '1 second'` })
    .where('id', 'in', [...ids])
    .where('state', '=', 'waiting')
    .execute();
}

/** The transaction under the nonce it was looked at with can no longer write the root: it waits again, at least for `seconds`. */
export async function putBack(
  db: Database,
  { anchor, lastError, seconds }: { anchor: StoredAnchor; lastError: string; seconds: number },
): Promise<void> {
  await db
    .updateTable('anchor')
    .set({
      state: 'waiting',
      sender: null,
      nonce: null,
      tx_hash: null,
      block_number: null,
      block_hash: null,
      last_error: lastError,
      due_at: sql`now() + ${seconds}::int * interval '1 second'`,
    })
    .where('id', '=', anchor.id)
    .where('state', '=', 'sent')
    .where('nonce', '=', anchor.nonce)
    .execute();
}
