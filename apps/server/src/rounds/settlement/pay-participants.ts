import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { DueRound } from './round-row.ts';

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
  round: DueRound,
  part: { readonly step: string; readonly chunk: number },
): Promise<void> {
  for (const payment of paymentsOf(round, part.step)) await payColumn(tx, { round, chunk: part.chunk, payment });
  if (part.step === 'pay' || part.step === 'refund') await qualify(tx, round, part.chunk);
}

function paymentsOf(round: DueRound, step: string): readonly Payment[] {
  const escrow: Account = { kind: 'escrow', currency: 'JU', owner: round.id };
  const fees: Account = { kind: 'fees', currency: 'JU', owner: round.id };
  const reserve: Account = { kind: 'reserve', currency: 'JU', owner: 0n };
  const emission: Account = { kind: 'emission', currency: 'FMC', owner: 0n };
  switch (step) {
    case 'pay':
      return [
        { kind: 'principal-return', from: escrow, column: 'principal', payee: 'user_id' },
        { kind: 'reward', from: fees, column: 'reward', payee: 'inviter_id' },
        { kind: 'split', from: reserve, column: 'split', payee: 'user_id' },
        { kind: 'mint', from: emission, column: 'stage1', payee: 'user_id' },
      ];
    case 'refund':
      return [{ kind: 'principal-return', from: escrow, column: 'refund', payee: 'user_id' }];
    case 'compensate':
      return [{ kind: 'compensation', from: reserve, column: 'compensation', payee: 'user_id' }];
    default:
      throw new Error(`a settlement has no part ${step}`);
  }
}

/** One payment to one range, set-based: all or nothing, in the order of the accounts. */
export async function payColumn(
  tx: Database,
  { round, chunk, payment }: { round: DueRound; chunk: number; payment: Payment },
): Promise<void> {
  const currency: Currency = payment.from.currency;
  await sql`
    select ledger_pay(
      ${TRANSFER_KINDS[payment.kind].code}::int, ${accountId(payment.from)}::bigint,
      array_agg(account), array_agg(amount), array_agg(order_id), ${payment.step ?? 0}::int)
    from (
      select ledger_account_id(${sql.ref(payment.payee)}, ${CURRENCIES[currency]}::int, ${ACCOUNT_KINDS.available}::int) as account,
        ${sql.ref(payment.column)} as amount, order_id
      from order_settlement
      join round_chunk c on c.round_id = ${round.id} and c.chunk = ${chunk}::int
      where order_settlement.round_id = ${round.id} and user_id between c.from_user and c.to_user
        and ${sql.ref(payment.column)} > 0
      order by account, order_id
    ) payments
    having count(*) > 0`.execute(tx);
}

/**
 * From now on these users are qualified inviters: they have had an order settled. Who has no row of his own yet, for nobody invited him,
 * gets one. rules.md section 5.
 */
async function qualify(tx: Database, round: DueRound, chunk: number): Promise<void> {
  await sql`
    insert into participant as p (user_id, first_settled_round_id)
    select distinct s.user_id, ${round.id}::bigint
    from round_chunk c
    join order_settlement s on s.round_id = c.round_id and s.user_id between c.from_user and c.to_user
    left join participant known on known.user_id = s.user_id
    where c.round_id = ${round.id} and c.chunk = ${chunk}::int and known.first_settled_round_id is null
    order by s.user_id
    on conflict (user_id) do update set first_settled_round_id = excluded.first_settled_round_id
      where p.first_settled_round_id is null`.execute(tx);
}
