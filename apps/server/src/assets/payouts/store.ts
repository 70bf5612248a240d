import type { PayoutSource } from '@city-mint/domain/assets/decide-payout';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { OperatorPayout } from '#platform/database/generated/db.ts';

/** A registered wallet, and the earliest time of a payout to it (UTC milliseconds). */
export type PayoutRecipient = { readonly address: string; readonly freeAt: number };

/** Returns the operator's registered wallets, oldest first. */
export async function listRecipients(db: Database): Promise<PayoutRecipient[]> {
  const { rows } = await sql<{ address: string; free_at: Date }>`
    select r.address, r.registered_at + make_interval(hours => h.hours) as free_at
    from payout_recipient r cross join withdrawal_hold h where r.removed_at is null
    order by r.registered_at`.execute(db);
  return rows.map((row) => ({ address: row.address, freeAt: row.free_at.getTime() }));
}

/** Registers a wallet (EIP-55), also one that was removed before; its waiting time begins now. */
export async function insertRecipient(tx: Database, address: string): Promise<void> {
  await tx
    .insertInto('payout_recipient')
    .values({ address })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({ registered_at: sql<Date>`now()`, removed_at: null }),
    )
    .execute();
}

/** Removes a registered wallet; returns once it is stored. */
export async function removeRecipient(tx: Database, address: string): Promise<void> {
  await tx
    .updateTable('payout_recipient')
    .set({ removed_at: sql<Date>`now()` })
    .where('address', '=', address)
    .execute();
}

/** Returns the sum of an account's payouts in the last 24 hours, in base units. */
export async function readPaidInDay(db: Database, source: PayoutSource): Promise<TokenAmount> {
  const { rows } = await sql<{ paid: bigint }>`
    select coalesce(sum(amount), 0) as paid from operator_payout
    where source = ${source} and paid_at > clock_timestamp() - interval '24 hours'`.execute(db);
  return tokenAmount(rows[0]?.paid ?? 0n);
}

/** A payout: amount (base units), recipient, purpose and operators; addresses as EIP-55. */
export type Payout = {
  readonly source: PayoutSource;
  readonly amount: TokenAmount;
  readonly recipient: string;
  readonly purpose: string;
  readonly documentHash: string;
  readonly proposedBy: string;
  readonly approvedBy: string;
  /** The id of the signed confirmation. */
  readonly signedId: string;
};

/** Freezes a payout as a withdrawal of its recipient, by a database function that checks it again. */
export async function insertPayout(tx: Database, payout: Payout): Promise<void> {
  const { source, amount, recipient, purpose, documentHash, proposedBy, approvedBy, signedId } = payout;
  await sql`select pay_operator(${source}, ${amount.toString()}::numeric, ${recipient}, ${purpose}, ${documentHash},
    ${proposedBy}, ${approvedBy}, ${signedId}::uuid)`.execute(tx);
}

/** A payout with the state of its withdrawal. */
export type PayoutRow = Selectable<OperatorPayout> & { readonly state: string; readonly tx_hash: string | null };

/** Returns the newest 200 payouts. */
export async function listPayoutRows(db: Database): Promise<PayoutRow[]> {
  return db
    .selectFrom('operator_payout')
    .innerJoin('withdrawal', 'withdrawal.id', 'operator_payout.withdrawal_id')
    .selectAll('operator_payout')
    .select(['withdrawal.state', 'withdrawal.tx_hash'])
    .orderBy('withdrawal_id', 'desc')
    .limit(200)
    .execute();
}

export type PayoutsPage = {
  readonly source?: PayoutSource | undefined;
  /** EIP-55. */
  readonly recipient?: string | undefined;
  /** The page begins below this withdrawal id; null = from the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** A payout with the voucher of its withdrawal; `deadline` is that of the last voucher, null while there is none. */
export type MadePayoutRow = PayoutRow & { readonly voucher_id: string; readonly deadline: Date | null };

/** Returns payouts, newest first. */
export async function listMadeRows(
  db: Database,
  { source, recipient, before, limit }: PayoutsPage,
): Promise<MadePayoutRow[]> {
  let page = db.selectFrom('operator_payout').selectAll().orderBy('withdrawal_id', 'desc').limit(limit);
  if (source !== undefined) page = page.where('source', '=', source);
  if (recipient !== undefined) page = page.where('recipient', '=', recipient);
  if (before !== null) page = page.where('withdrawal_id', '<', before);
  // Limits the page before the join: otherwise the planner might read all withdrawals and all payouts.
  return db
    .selectFrom(page.as('payout'))
    .innerJoin('withdrawal', 'withdrawal.id', 'payout.withdrawal_id')
    .selectAll('payout')
    .select(['withdrawal.state', 'withdrawal.tx_hash', 'withdrawal.voucher_id'])
    .select((payout) =>
      payout
        .selectFrom('withdrawal_voucher as v')
        .select(({ fn }) => fn.max('v.deadline').as('deadline'))
        .whereRef('v.withdrawal_id', '=', 'payout.withdrawal_id')
        .as('deadline'),
    )
    .orderBy('payout.withdrawal_id', 'desc')
    .execute();
}

/** Returns the total paid from each account, in base units. */
export async function readPaidTotals(db: Database): Promise<Record<PayoutSource, TokenAmount>> {
  const { rows } = await sql<{ treasury: bigint; launch_costs: bigint }>`
    select coalesce(sum(amount) filter (where source = 'treasury'), 0) as treasury,
      coalesce(sum(amount) filter (where source = 'launch-costs'), 0) as launch_costs from operator_payout`.execute(db);
  return { treasury: tokenAmount(rows[0]?.treasury ?? 0n), 'launch-costs': tokenAmount(rows[0]?.launch_costs ?? 0n) };
}

/** Returns whether a withdrawal is a payout of this amount to this wallet. */
export async function isPayout(
  db: Database,
  wanted: { readonly withdrawalId: bigint; readonly recipient: string; readonly amount: bigint },
): Promise<boolean> {
  const row = await db
    .selectFrom('operator_payout')
    .select('withdrawal_id')
    .where('withdrawal_id', '=', wanted.withdrawalId)
    .where('recipient', '=', wanted.recipient)
    .where('amount', '=', wanted.amount)
    .executeTakeFirst();
  return row !== undefined;
}
