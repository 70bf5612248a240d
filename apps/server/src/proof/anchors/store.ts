import { type Selectable, sql } from 'kysely';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { Anchor, AnchorTransaction } from '#platform/database/generated/db.ts';
import { termsHashes } from '#rounds/terms/queries/terms-hashes.ts';

/** A row of `anchor`: a root that is or will be anchored, with the hash of the terms of a settlement's round. */
export type StoredAnchor = Selectable<Anchor> & { readonly terms_hash: string | null };

/** A persisted transaction; `is_due` when it was never sent, or long enough ago to be resent. */
export type StoredTransaction = Pick<Selectable<AnchorTransaction>, 'gas' | 'gas_price'> & {
  readonly hash: Hex;
  readonly raw: Hex;
  readonly is_due: boolean;
  readonly age_ms: number;
};

/** A transaction that anchors a root, before it is persisted. */
export type SignedTransaction = {
  readonly anchorId: bigint;
  readonly sender: string;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly hash: Hex;
  readonly raw: Hex;
};

/** The block that contains a root's transaction. */
export type AnchorBlock = { readonly txHash: string; readonly number: bigint; readonly hash: string };

/** Selects rows with the hash of the terms. */
function selectAnchors(db: Database) {
  return db
    .selectFrom('anchor')
    .leftJoin(termsHashes.as('terms'), (join) =>
      join.onRef('terms.round_id', '=', 'anchor.subject').on('anchor.kind', '=', 'settlement'),
    )
    .selectAll('anchor')
    .select('terms_hash');
}

/** Whether a root of the same liabilities at this block or a later one is anchored, which excludes this one. */
const isSuperseded = sql<boolean>`(anchor.kind = 'liabilities' and exists (
  select from anchor later where later.kind = 'liabilities' and later.currency = anchor.currency
    and later.as_of_block >= anchor.as_of_block and later.state = 'final'))`;

/** Returns due roots without a transaction that the auditor has signed, or that are superseded, oldest first. */
export async function findWaitingAnchors(db: Database, limit: number): Promise<StoredAnchor[]> {
  return selectAnchors(db)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', sql<Date>`now()`)
    .where((row) => row.or([isSuperseded, row('cosignature', 'is not', null)]))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns roots without a transaction that the contract may still take, oldest first; the auditor signs them. */
export async function findUnsentAnchors(db: Database): Promise<StoredAnchor[]> {
  const isWaiting = selectAnchors(db).where('state', '=', 'waiting');
  return isWaiting.where(sql<boolean>`not ${isSuperseded}`).orderBy('id').execute();
}

/** Stores the auditor's signature of a root. Throws when the database does not allow it (cosign_anchor). */
export async function storeCosignature(
  db: Database,
  { id, cosignature }: { id: bigint; cosignature: Buffer },
): Promise<void> {
  await sql`select cosign_anchor(${id}, ${cosignature})`.execute(db);
}

/** Returns roots whose transaction is not final yet, in the order of their nonces. */
export async function findSentAnchors(db: Database): Promise<StoredAnchor[]> {
  return selectAnchors(db).where('state', '=', 'sent').orderBy('nonce').execute();
}

/** Returns the transactions with a root's current nonce, latest first. */
export async function findAnchorTransactions(
  db: Database,
  { anchor, resendMs }: { anchor: StoredAnchor; resendMs: number },
): Promise<StoredTransaction[]> {
  const { rows } = await sql<StoredTransaction>`
    select hash, raw, gas, gas_price, extract(epoch from now() - made_at)::float8 * 1000 as age_ms,
      sent_at is null or sent_at <= now() - ${resendMs}::int * interval '1 millisecond' as is_due
    from anchor_transaction where anchor_id = ${anchor.id} and nonce = ${anchor.nonce}
    order by gas_price desc`.execute(db);
  return rows;
}

/**
 * Persists the signed transaction of a waiting root. Returns false when another scribe persisted one before. Throws a
 * unique violation when another root has the nonce.
 */
export async function persistTransaction(tx: Database, signed: SignedTransaction): Promise<boolean> {
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

/**
 * Persists a further transaction with the root's current nonce. Returns false when the root has another nonce by now.
 */
export async function persistReplacement(tx: Database, signed: SignedTransaction): Promise<boolean> {
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

async function insertTransaction(tx: Database, signed: SignedTransaction): Promise<void> {
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

/** Records that a transaction was sent, and the node's error; null when the node accepted it. */
export async function recordBroadcast(
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

/** Records the block that currently contains a root's transaction; null when none does. */
export async function recordBlock(
  db: Database,
  { id, block }: { id: bigint; block: AnchorBlock | null },
): Promise<void> {
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

/** Records that a root is anchored in a final block. */
export async function recordFinal(db: Database, { id, block }: { id: bigint; block: AnchorBlock }): Promise<void> {
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

/** Records that a waiting root can never be anchored. */
export async function recordExcluded(
  db: Database,
  { id, state }: { id: bigint; state: 'superseded' | 'conflicting' },
): Promise<void> {
  await db.updateTable('anchor').set({ state }).where('id', '=', id).where('state', '=', 'waiting').execute();
}

const POSTPONED_SECONDS = 60;

/** Backs off waiting roots for `seconds`, a minute by default. Roots that have a transaction by now do not change. */
export async function postponeAnchors(
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

/**
 * Returns a root whose transaction can no longer anchor it to the waiting ones, due in `seconds`. Nothing changes when
 * the root has another nonce than the row passed.
 */
export async function requeueAnchor(
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
