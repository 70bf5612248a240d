import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import { accountOf, type KindCheck } from './kind-check.ts';
import { verifyBookingsOfReturned, verifyFundings, verifyPayouts } from './operator-decisions.ts';

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
 * none. The vault has not paid it, except where two operators signed since against whom the payment is booked.
 */
export const withdrawalReturned: KindCheck = {
  isOfChain: true,
  prepare: verifyBookingsOfReturned,
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
          and not exists (
            select from audit.decision d where d.kind = ${sql.lit(TRANSFER_KINDS['unknown-payment'].code)}
              and d.source_id = e.seq and (d.amount, d.signed ->> 'account', d.signed ->> 'currency')
                = (e.amount, e.account, case e.currency when 0 then 'JU' else 'FMC' end)))`,
};

/**
 * A payout of the operator's earnings as two people signed and published it, to a wallet of neither.
 * docs/money-rules.md#11-what-the-operator-earns
 */
export const operatorPayout: KindCheck = {
  isOfChain: false,
  prepare: verifyPayouts,
  expected: sql`
    select t.id, case d.signed ->> 'source' when 'treasury' then ${accountOf('treasury', { currency: 'JU' })}
        when 'launch-costs' then ${accountOf('launch-costs', { currency: 'JU' })} end as debit,
      ${accountOf('withdrawing', { owner: 'u.id', currency: 'JU' })} as credit, d.amount
    from t join audit.decision d on d.kind = t.kind and d.source_id = t.source_id
    join operator_payout p on p.withdrawal_id = t.source_id and p.amount = d.amount
      and (p.source, p.recipient, p.purpose, p.document_hash, p.proposed_by, p.approved_by) = (d.signed ->> 'source',
        d.signed ->> 'recipient', d.signed ->> 'purpose', d.signed ->> 'documentHash', d.signed ->> 'proposedBy',
        d.signed ->> 'operator')
    join withdrawal w on w.id = t.source_id and w.is_payout and w.currency = 0
      and (w.amount, w.account, w.recipient) = (p.amount, p.recipient, p.recipient)
    join app_user u on u.id = w.user_id and u.address = p.recipient
    where t.step = 0 and p.recipient not in (p.proposed_by, p.approved_by)`,
};

/** A transfer of the treasury to the reserve, as two operators signed it. */
export const reserveFunding: KindCheck = {
  isOfChain: false,
  prepare: verifyFundings,
  expected: sql`
    select t.id, ${accountOf('treasury', { currency: 'JU' })} as debit,
      ${accountOf('reserve', { currency: 'JU' })} as credit, d.amount
    from t join audit.decision d on d.kind = t.kind and d.source_id = t.source_id
    where t.step = 0`,
};
