import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { ACCOUNT_KINDS, type AccountKind } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';
import type { DueRound } from '../lifecycle/store.ts';
import { readFailedTotals, readMintedTotals } from './store.ts';

/** A payment that every order of a range may get: which column says how much, from where, to the participant or the inviter. */
export type Payment = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly column: 'principal' | 'reward' | 'split' | 'stage1' | 'stage2' | 'stage3' | 'refund' | 'compensation';
  readonly payee: 'user_id' | 'inviter_id';
  readonly step?: number;
};

/** Makes the payments of one part of a settlement to one range of participants. rules.md section 5. */
export async function payParticipants(
  tx: Database,
  roundId: bigint,
  { step, chunk }: { readonly step: string; readonly chunk: number },
): Promise<void> {
  await payColumns(tx, { roundId, chunk, payments: paymentsOf(roundId, step) });
  if (step === 'mint' || step === 'refund') await qualify(tx, roundId, chunk);
}

function paymentsOf(roundId: bigint, step: string): readonly Payment[] {
  const escrow: Account = { kind: 'escrow', currency: 'JU', owner: roundId };
  const fees: Account = { kind: 'fees', currency: 'JU', owner: roundId };
  const reserve: Account = { kind: 'reserve', currency: 'JU', owner: 0n };
  const emission: Account = { kind: 'emission', currency: 'FMC', owner: 0n };
  switch (step) {
    case 'pay':
      return [
        { kind: 'principal-return', from: escrow, column: 'principal', payee: 'user_id' },
        { kind: 'reward', from: fees, column: 'reward', payee: 'inviter_id' },
        { kind: 'split', from: reserve, column: 'split', payee: 'user_id' },
      ];
    case 'mint':
      return [{ kind: 'mint', from: emission, column: 'stage1', payee: 'user_id' }];
    case 'refund':
      return [{ kind: 'principal-return', from: escrow, column: 'refund', payee: 'user_id' }];
    case 'compensate':
      return [{ kind: 'compensation', from: reserve, column: 'compensation', payee: 'user_id' }];
    default:
      throw new Error(`a settlement has no part ${step}`);
  }
}

/**
 * Several payments to one range, set-based and at once, so that each account is written once: all or nothing, in the order of the accounts.
 * All are of the same `step`.
 */
export async function payColumns(
  tx: Database,
  { roundId, chunk, payments }: { roundId: bigint; chunk: number; payments: readonly Payment[] },
): Promise<void> {
  const columns = payments.map(
    ({ kind, from, column, payee }) => sql`
      select ${TRANSFER_KINDS[kind].code}::int as kind, ${accountId(from)}::bigint as debit,
        ledger_account_id(${sql.ref(payee)}, ${CURRENCIES[from.currency]}::int, ${ACCOUNT_KINDS.available}::int) as credit,
        ${sql.ref(column)} as amount, order_id
      from orders where ${sql.ref(column)} > 0`,
  );
  await sql`
    with orders as (
      select s.* from order_settlement s
      join round_chunk c on c.round_id = ${roundId} and c.chunk = ${chunk}::int
      where s.round_id = ${roundId} and s.user_id between c.from_user and c.to_user
    )
    select ledger_post_batch(array_agg(kind), array_agg(debit), array_agg(credit), array_agg(amount), array_agg(order_id),
      ${payments[0]?.step ?? 0}::int)
    from (${sql.join(columns, sql` union all `)} order by credit, order_id, kind) payments
    having count(*) > 0`.execute(tx);
}

/**
 * From now on these users are qualified inviters: they have had an order settled. Who has no row of his own yet, for nobody invited him,
 * gets one. rules.md section 5.
 */
async function qualify(tx: Database, roundId: bigint, chunk: number): Promise<void> {
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
 * Takes the fees of a minted round from its escrow and gives the pools, the treasury and the reserve their shares; the inviters' rewards
 * stay in the round's fees account until the participants are paid. What vests leaves the emission now. rules.md section 5, "Minted".
 */
export async function payFees(tx: Database, round: DueRound): Promise<void> {
  const totals = await readMintedTotals(tx, round.id);
  const fees: Account = { kind: 'fees', currency: 'JU', owner: round.id };
  if (totals.fee > 0n) {
    const escrow: Account = { kind: 'escrow', currency: 'JU', owner: round.id };
    await postTransfer(tx, { kind: 'mint-fee', from: escrow, to: fees, amount: totals.fee, cause: round.id });
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
    await postTransfer(tx, { kind: 'fee-share', from: fees, to, amount: tokenAmount(amount), cause: round.id, step });
  }
  const [, stage2, stage3] = totals.stages;
  const vesting = tokenAmount(stage2 + stage3);
  if (vesting === 0n) return;
  await postTransfer(tx, {
    kind: 'vest',
    from: { kind: 'emission', currency: 'FMC', owner: 0n },
    to: { kind: 'vesting', currency: 'FMC', owner: round.id },
    amount: vesting,
    cause: round.id,
  });
}

/** Moves what a failed round lost from its escrow to the launch costs, after all refunds. rules.md section 5, "Failed". */
export async function payLosses(tx: Database, round: DueRound): Promise<void> {
  const { loss } = await readFailedTotals(tx, round.id);
  if (loss === 0n) return;
  await postTransfer(tx, {
    kind: 'loss',
    from: { kind: 'escrow', currency: 'JU', owner: round.id },
    to: { kind: 'launch-costs', currency: 'JU', owner: 0n },
    amount: loss,
    cause: round.id,
  });
}
