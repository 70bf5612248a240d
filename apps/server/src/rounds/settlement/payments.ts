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
import { type PayingStep, readFailedTotals, readMintedTotals } from './store.ts';

/**
 * A payment that each order of a chunk may get: `column` of its settlement is the amount, the payee is the
 * participant or the inviter. `step` tells transfers of one kind and order apart.
 */
type Payment = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly column: 'principal' | 'reward' | 'split' | 'stage1' | 'stage2' | 'stage3' | 'refund' | 'compensation';
  readonly payee: 'user_id' | 'inviter_id';
  readonly step?: number;
};

type ChunkPayment = { readonly roundId: bigint; readonly step: PayingStep; readonly chunk: number };

/** Makes the payments of one step to one chunk of a round's participants. docs/money-rules.md#5-settlement */
export async function payChunk(tx: Database, payment: ChunkPayment): Promise<void> {
  await drawFunds(tx, payment);
  await creditOrders(tx, payment);
  if (payment.step === 'mint' || payment.step === 'refund') await qualifyInviters(tx, payment);
}

function paymentsOfStep(roundId: bigint, step: PayingStep): readonly Payment[] {
  const escrow: Account = { kind: 'escrow', currency: 'JU', owner: roundId };
  const fees: Account = { kind: 'fees', currency: 'JU', owner: roundId };
  const reserve: Account = { kind: 'reserve', currency: 'JU', owner: 0n };
  const emission: Account = { kind: 'emission', currency: 'FMC', owner: 0n };
  const vesting: Account = { kind: 'vesting', currency: 'FMC', owner: roundId };
  switch (step) {
    case 'pay':
      return [
        { kind: 'principal-return', from: escrow, column: 'principal', payee: 'user_id' },
        { kind: 'reward', from: fees, column: 'reward', payee: 'inviter_id' },
        { kind: 'split', from: reserve, column: 'split', payee: 'user_id' },
      ];
    case 'mint':
      return [{ kind: 'mint', from: emission, column: 'stage1', payee: 'user_id' }];
    case 'stage2':
      return [{ kind: 'distribute', from: vesting, column: 'stage2', payee: 'user_id', step: 2 }];
    case 'stage3':
      return [{ kind: 'distribute', from: vesting, column: 'stage3', payee: 'user_id', step: 3 }];
    case 'refund':
    case 'return':
      return [{ kind: 'principal-return', from: escrow, column: 'refund', payee: 'user_id' }];
    case 'compensate':
      return [{ kind: 'compensation', from: reserve, column: 'compensation', payee: 'user_id' }];
    default:
      return assertNever(step);
  }
}

/** What each step draws from a fund, by the column of the orders' settlements. */
const DRAWS: Partial<Record<PayingStep, { readonly fund: Fund; readonly column: Payment['column'] }>> = {
  pay: { fund: 'reserve', column: 'split' },
  mint: { fund: 'emission', column: 'stage1' },
  compensate: { fund: 'reserve', column: 'compensation' },
};

/** Takes off the round's reservation what this step pays from a fund. */
async function drawFunds(tx: Database, { roundId, step, chunk }: ChunkPayment): Promise<void> {
  const draw = DRAWS[step];
  if (draw === undefined) return;
  const { rows } = await sql<{ drawn: bigint }>`
    select coalesce(sum(${sql.ref(draw.column)}), 0) as drawn
    from order_settlement s join round_chunk c on c.round_id = ${roundId} and c.chunk = ${chunk}::int
    where s.round_id = ${roundId} and s.user_id between c.from_user and c.to_user`.execute(tx);
  await drawReservation(tx, { roundId, fund: draw.fund, amount: tokenAmount(rows[0]?.drawn ?? 0n) });
}

/** One batch of transfers, so that each account is updated once: all or none, in the order of the accounts. */
async function creditOrders(tx: Database, { roundId, step, chunk }: ChunkPayment): Promise<void> {
  const payments = paymentsOfStep(roundId, step);
  const transfers = payments.map(
    ({ kind, from, column, payee }) => sql`
      select ${TRANSFER_KINDS[kind].code}::int as kind, ${accountId(from)}::bigint as debit,
        account_available(${sql.ref(payee)}, ${CURRENCIES[from.currency]}::int) as credit,
        ${sql.ref(column)} as amount, order_id
      from orders where ${sql.ref(column)} > 0`,
  );
  await sql`
    with orders as (
      select s.* from order_settlement s
      join round_chunk c on c.round_id = ${roundId} and c.chunk = ${chunk}::int
      where s.round_id = ${roundId} and s.user_id between c.from_user and c.to_user
    )
    select ledger_post_batch(
      array_agg(kind), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(order_id),
      ${payments[0]?.step ?? 0}::int)
    from (${sql.join(transfers, sql` union all `)} order by credit, order_id, kind) transfers
    having count(*) > 0`.execute(tx);
}

/**
 * Makes the participants of a chunk qualified inviters, for they have had an order settled. Inserts the participant
 * row of those who have none because they have no inviter (docs/money-rules.md#5-settlement).
 */
async function qualifyInviters(tx: Database, { roundId, chunk }: ChunkPayment): Promise<void> {
  await sql`
    insert into participant as p (user_id, first_settled_round_id)
    select distinct s.user_id, ${roundId}::bigint
    from round_chunk c
    join order_settlement s on s.round_id = c.round_id and s.user_id between c.from_user and c.to_user
    left join participant known on known.user_id = s.user_id
    where c.round_id = ${roundId} and c.chunk = ${chunk}::int and known.first_settled_round_id is null
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
  await drawReservation(tx, { roundId, fund: 'emission', amount: vestingAmount });
  await postTransfer(tx, {
    kind: 'vest',
    from: { kind: 'emission', currency: 'FMC', owner: 0n },
    to: { kind: 'vesting', currency: 'FMC', owner: roundId },
    amount: vestingAmount,
    sourceId: roundId,
  });
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
