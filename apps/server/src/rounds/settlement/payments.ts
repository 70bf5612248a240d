import { assertNever } from '@city-mint/domain/assert-never';
import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import type { AccountKind } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { drawReservation, type Fund, reserveFund } from '../reserve/store.ts';
import type { PayingStep } from '../round/store/steps.ts';
import { findChunk, raiseWorkMemory, readFailedTotals, readMintedTotals, type UserRange } from './store.ts';

/** A payment that each order of a chunk may get: `column` of its settlement has the amount. */
type Payment = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly column: 'stage1' | 'stage2' | 'stage3' | 'refund' | 'compensation';
  /** Distinguishes transfers of the same kind and order. */
  readonly step?: number;
  /** The fund on which the payer's account draws. */
  readonly fund?: Fund;
};

type ChunkPayment = { readonly roundId: bigint; readonly step: PayingStep; readonly chunk: number };
/** The orders that a part pays: those of these users in the round. */
type OrdersOf = UserRange & { readonly roundId: bigint };

/** An empty range of user ids. */
const NO_USERS: UserRange = { fromUser: 1n, toUser: 0n };

/**
 * Makes the payments of one step to one chunk of a round's participants. The paying accounts, which others wait for,
 * are locked last. docs/money-rules.md#5-settlement
 */
export async function payChunk(tx: Database, { roundId, step, chunk }: ChunkPayment): Promise<void> {
  await raiseWorkMemory(tx);
  const orders = { roundId, ...((await findChunk(tx, { roundId, chunk })) ?? NO_USERS) };
  if (step === 'mint' || step === 'refund') await qualifyInviters(tx, orders);
  if (step === 'pay') await payCoins(tx, orders, chunk);
  else await payEach(tx, orders, paymentOfStep(roundId, step));
}

/** The payment of a step in which each order gets one. */
function paymentOfStep(roundId: bigint, step: Exclude<PayingStep, 'pay'>): Payment {
  const escrow: Account = { kind: 'escrow', currency: 'JU', owner: roundId };
  const reserve: Account = { kind: 'reserve', currency: 'JU', owner: 0n };
  const emission: Account = { kind: 'emission', currency: 'FMC', owner: 0n };
  const vesting: Account = { kind: 'vesting', currency: 'FMC', owner: roundId };
  switch (step) {
    case 'mint':
      return { kind: 'mint', from: emission, column: 'stage1', fund: 'emission' };
    case 'stage2':
      return { kind: 'distribute', from: vesting, column: 'stage2', step: 2 };
    case 'stage3':
      return { kind: 'distribute', from: vesting, column: 'stage3', step: 3 };
    case 'refund':
    case 'return':
      return { kind: 'principal-return', from: escrow, column: 'refund' };
    case 'compensate':
      return { kind: 'compensation', from: reserve, column: 'compensation', fund: 'reserve' };
    default:
      return assertNever(step);
  }
}

type Column = 'order_id' | 'user_id' | 'principal' | 'split' | Payment['column'];

/** These columns of the settled orders, in the order of their users. */
const settledOrders = ({ roundId, fromUser, toUser }: OrdersOf, columns: readonly Column[]) => sql`
  select ${sql.join(columns.map((column) => sql.ref(`s.${column}`)))} from order_settlement s
  where s.round_id = ${roundId} and s.user_id between ${fromUser} and ${toUser}
  order by s.user_id`;

/** One payment to the participant of each order, and the deduction from the round's reservation, all or none. */
async function payEach(tx: Database, orders: OrdersOf, paid: Payment): Promise<void> {
  const amount = sql.ref(paid.column);
  const { rows } = await sql<{ drawn: bigint }>`
    select coalesce(sum(amount), 0) as drawn, ledger_post_credits_to_many(
      ${TRANSFER_KINDS[paid.kind].code}::int, ${accountId(paid.from)}::bigint,
      array_agg(account), array_agg(amount), array_agg(order_id), ${paid.step ?? 0}::int)
    from (
      select account_available(user_id, ${CURRENCIES[paid.from.currency]}::int) as account, ${amount} as amount,
        order_id
      from (${settledOrders(orders, ['user_id', 'order_id', paid.column])}) orders where ${amount} > 0
    ) payments
    having count(*) > 0`.execute(tx);
  await draw(tx, { roundId: orders.roundId, fund: paid.fund, drawn: rows[0]?.drawn });
}

/**
 * Principals and surplus to the participants, and the rewards of the part to inviters, in one batch, so that each
 * account is updated once: all or none, in the order of the accounts.
 */
async function payCoins(tx: Database, orders: OrdersOf, chunk: number): Promise<void> {
  const { roundId } = orders;
  const kinds = (['principal-return', 'split', 'reward'] as const).map((kind) => TRANSFER_KINDS[kind].code);
  const payers = [
    accountId({ kind: 'escrow', currency: 'JU', owner: roundId }),
    accountId({ kind: 'reserve', currency: 'JU', owner: 0n }),
    accountId({ kind: 'fees', currency: 'JU', owner: roundId }),
  ];
  const { rows } = await sql<{ drawn: bigint }>`
    with own as (
      select coalesce(array_agg(account_available(user_id, currency_ju())), '{}') as credits,
        coalesce(array_agg(principal), '{}') as principals, coalesce(array_agg(split), '{}') as splits,
        coalesce(array_agg(order_id), '{}') as sources, coalesce(sum(split), 0) as split
      from (${settledOrders(orders, ['user_id', 'order_id', 'principal', 'split'])}) orders
    ), rewards as (
      select coalesce(reward_credits, '{}') as credits, coalesce(reward_amounts, '{}') as amounts,
        coalesce(reward_orders, '{}') as sources
      from round_part where round_id = ${roundId} and step = 'pay' and chunk = ${chunk}
    )
    select own.split as drawn, ledger_post_credits_to_each(
      ${kinds}::int[], ${payers.map(String)}::bigint[], own.credits, own.principals, own.splits, own.sources,
      rewards.credits, rewards.amounts, rewards.sources)
    from own cross join rewards`.execute(tx);
  if (rows.length !== 1) throw new Error(`round ${roundId} has no part ${chunk} of its coins open`);
  await draw(tx, { roundId, fund: 'reserve', drawn: rows[0]?.drawn });
}

/** Deducts the payments of this step by a fund from the round's reservation. */
async function draw(
  tx: Database,
  { roundId, fund, drawn = 0n }: { roundId: bigint; fund?: Fund | undefined; drawn?: bigint | undefined },
): Promise<void> {
  if (fund !== undefined) await drawReservation(tx, { roundId, fund, amount: tokenAmount(drawn) });
}

/**
 * Makes the participants of a chunk qualified inviters, because an order of theirs was settled. Inserts the missing
 * participant rows of users without an inviter (docs/money-rules.md#5-settlement).
 */
async function qualifyInviters(tx: Database, orders: OrdersOf): Promise<void> {
  const { roundId, fromUser, toUser } = orders;
  await sql`
    update participant p set first_settled_round_id = ${roundId}
    from (${settledOrders(orders, ['user_id'])}) s
    where p.user_id = s.user_id and p.user_id between ${fromUser} and ${toUser}
      and p.first_settled_round_id is null`.execute(tx);
  await sql`
    insert into participant as p (user_id, first_settled_round_id)
    select distinct s.user_id, ${roundId}::bigint
    from (${settledOrders(orders, ['user_id'])}) s
    where not exists (
      select 1 from participant known
      where known.user_id = s.user_id and known.user_id between ${fromUser} and ${toUser})
    order by s.user_id
    on conflict (user_id) do update set first_settled_round_id = excluded.first_settled_round_id
      where p.first_settled_round_id is null`.execute(tx);
}

/**
 * Debits the fees of a minted round from its escrow and credits pools, treasury and reserve with their shares; the
 * inviters' rewards stay in the round's fees account until participants are paid. FMC of the later stages moves from
 * the emission to the round's vesting account. The share of surplus is reserved once the fees are in the reserve
 * (docs/money-rules.md#5-settlement).
 */
export async function payFees(tx: Database, roundId: bigint): Promise<void> {
  const totals = await readMintedTotals(tx, roundId);
  const fees: Account = { kind: 'fees', currency: 'JU', owner: roundId };
  if (totals.fee > 0n) {
    const escrow: Account = { kind: 'escrow', currency: 'JU', owner: roundId };
    await postTransfer(tx, { kind: 'mint-fee', from: escrow, to: fees, amount: totals.fee, sourceId: roundId });
  }
  const shares: readonly [AccountKind, bigint][] = [
    ['nodes', totals.nodes],
    ['levels', totals.levels],
    ['treasury', totals.treasury],
    ['reserve', totals.reserveIn],
  ];
  for (const [step, [kind, amount]] of shares.entries()) {
    if (amount === 0n) continue;
    const to: Account = { kind, currency: 'JU', owner: 0n };
    await postTransfer(tx, { kind: 'fee-share', from: fees, to, amount: tokenAmount(amount), sourceId: roundId, step });
  }
  await reserveFund(tx, { roundId, fund: 'reserve', amount: totals.split });
  const [, stage2, stage3] = totals.stages;
  const vestingAmount = tokenAmount(stage2 + stage3);
  if (vestingAmount === 0n) return;
  await postTransfer(tx, {
    kind: 'vest',
    from: { kind: 'emission', currency: 'FMC', owner: 0n },
    to: { kind: 'vesting', currency: 'FMC', owner: roundId },
    amount: vestingAmount,
    sourceId: roundId,
  });
  // After the emission, because the concurrent parts that pay tokens lock both in this order.
  await drawReservation(tx, { roundId, fund: 'emission', amount: vestingAmount });
}

/**
 * Moves the losses of a failed round from its escrow to the launch costs, after all refunds.
 * docs/money-rules.md#5-settlement
 */
export async function payLosses(tx: Database, roundId: bigint): Promise<void> {
  const { loss } = await readFailedTotals(tx, roundId);
  if (loss === 0n) return;
  await postTransfer(tx, {
    kind: 'loss',
    from: { kind: 'escrow', currency: 'JU', owner: roundId },
    to: { kind: 'launch-costs', currency: 'JU', owner: 0n },
    amount: loss,
    sourceId: roundId,
  });
}
