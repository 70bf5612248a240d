import { sql } from 'kysely';
import { accountOf, type KindCheck } from './kind-check.ts';

/** Amounts that are frozen for a withdrawal, or released again (docs/money-rules.md#10-withdrawals). */

const ofWithdrawal = { owner: 'w.user_id', currency: { column: 'w.currency' } } as const;

/** The account that can send the vouchers is the user's address. */
export const withdrawalRequest: KindCheck = {
  isOfChain: false,
  expected: sql`
    select t.id, ${accountOf('available', ofWithdrawal)} as debit, ${accountOf('withdrawing', ofWithdrawal)} as credit,
      w.amount
    from t join withdrawal w on w.id = t.source_id and not w.is_payout
    join app_user u on u.id = w.user_id and u.address = w.account
    where t.step = 0`,
};

/**
 * Ended without a payment: the vault cancelled the voucher, or the last one has expired at a final block, or there is
 * none. The vault has not paid it, except where operators have booked the payment since.
 */
export const withdrawalReturned: KindCheck = {
  isOfChain: true,
  expected: sql`
    select t.id, ${accountOf('withdrawing', ofWithdrawal)} as debit, ${accountOf('available', ofWithdrawal)} as credit,
      w.amount
    from t join withdrawal w on w.id = t.source_id and w.state = 'returned'
    where t.step = 0
      and case w.return_reason
        when 'cancelled' then exists (
          select from audit.vault_event e where e.voucher_id = w.voucher_id and e.kind = 'voucher-cancelled')
        when 'expired' then (select max(v.deadline) from withdrawal_voucher v where v.withdrawal_id = w.id)
          < (select block_at from audit.position)
        else not exists (select from withdrawal_voucher v where v.withdrawal_id = w.id)
      end
      and not exists (
        select from audit.vault_event e where e.voucher_id = w.voucher_id and e.kind = 'withdrawn'
          and not exists (select from unknown_payment p where p.seq = e.seq and p.booked_against is not null))`,
};

/**
 * A payout of the operator's earnings by two people, to a wallet of neither.
 * docs/money-rules.md#11-what-the-operator-earns
 */
export const operatorPayout: KindCheck = {
  isOfChain: false,
  expected: sql`
    select t.id, case p.source when 'treasury' then ${accountOf('treasury', { currency: 'JU' })}
        else ${accountOf('launch-costs', { currency: 'JU' })} end as debit,
      ${accountOf('withdrawing', { owner: 'u.id', currency: 'JU' })} as credit, p.amount
    from t join operator_payout p on p.withdrawal_id = t.source_id
    join withdrawal w on w.id = p.withdrawal_id and w.is_payout and w.currency = 0
      and (w.amount, w.account, w.recipient) = (p.amount, p.recipient, p.recipient)
    join app_user u on u.id = w.user_id and u.address = p.recipient
    where t.step = 0 and p.proposed_by <> p.approved_by and p.recipient not in (p.proposed_by, p.approved_by)`,
};

/** A transfer of the treasury to the reserve, as operators recorded it. */
export const reserveFunding: KindCheck = {
  isOfChain: false,
  expected: sql`
    select t.id, ${accountOf('treasury', { currency: 'JU' })} as debit,
      ${accountOf('reserve', { currency: 'JU' })} as credit, f.amount
    from t join reserve_funding f on f.id = t.source_id
    where t.step = 0`,
};
