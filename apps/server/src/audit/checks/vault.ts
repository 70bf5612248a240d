import { sql } from 'kysely';
import { accountOf, type KindCheck } from './kind-check.ts';
import { verifyBookings } from './operator-decisions.ts';

/** Deposits, the operator's fundings and payments, decided by the vault's events. docs/money-rules.md#9-ledger */

const ofEvent = { column: 'e.currency' } as const;
const custody = accountOf('custody', { currency: ofEvent });

export const deposit: KindCheck = {
  isOfChain: true,
  expected: sql`
    select t.id, ${custody} as debit, ${accountOf('available', { owner: 'u.id', currency: ofEvent })} as credit,
      e.amount
    from t join audit.vault_event e on e.seq = t.source_id and e.kind = 'deposited'
    join app_user u on u.address = e.account
    where t.step = 0`,
};

export const funding: KindCheck = {
  isOfChain: true,
  expected: sql`
    select t.id, ${custody} as debit, case e.currency when 0 then ${accountOf('treasury', { currency: 'JU' })}
      else ${accountOf('emission', { currency: 'FMC' })} end as credit, e.amount
    from t join audit.vault_event e on e.seq = t.source_id and e.kind = 'funded'
    where t.step = 0`,
};

/** The account and amount of the vault's payment; the withdrawal names the voucher. */
export const withdrawalDone: KindCheck = {
  isOfChain: true,
  expected: sql`
    select t.id, ${accountOf('withdrawing', { owner: 'u.id', currency: ofEvent })} as debit, ${custody} as credit,
      e.amount
    from t join withdrawal w on w.id = t.source_id
    join audit.vault_event e on e.voucher_id = w.voucher_id and e.kind = 'withdrawn'
      and (e.account, e.recipient, e.currency, e.amount) = (w.account, w.recipient, w.currency, w.amount)
    join app_user u on u.address = e.account and u.id = w.user_id
    where t.step = 0`,
};

/** The balance of the account that redeemed the voucher before the transfer, by the auditor's own books. */
const BALANCE_BEFORE = sql`(
  select coalesce((select balance from audit.balance where account = own.id), 0) + coalesce((
    select sum(case own.id when x.debit_account then -x.amount else x.amount end) from ledger_transfer x
    where x.id > (select last_id from audit.position) and x.id < t.id and own.id in (x.debit_account, x.credit_account)
  ), 0) as balance
  from (select ${accountOf('available', { owner: 'u.id', currency: ofEvent })} as id) own
)`;

/**
 * A payment without a withdrawal, as two operators signed: against the account that redeemed the voucher if it had as
 * much, otherwise in parts against the system, together at most the payment.
 */
export const unknownPayment: KindCheck = {
  isOfChain: true,
  prepare: verifyBookings,
  expected: sql`
    select t.id, case
        when d.signed ->> 'against' = 'account' and t.debit_account & 15 = 1 and t.step = 0
          then ${accountOf('available', { owner: 'u.id', currency: ofEvent })}
        when e.currency = 0 then ${accountOf('treasury', { currency: 'JU' })}
        else ${accountOf('emission', { currency: 'FMC' })}
      end as debit, ${custody} as credit,
      case when t.debit_account & 15 = 1 then e.amount else least(t.amount, e.amount - coalesce((
        select sum(earlier.amount) from ledger_transfer earlier
        where earlier.kind = t.kind and earlier.source_id = t.source_id and earlier.step < t.step
      ), 0)) end as amount
    from t join audit.vault_event e on e.seq = t.source_id and e.kind = 'withdrawn'
    join audit.decision d on d.kind = t.kind and d.source_id = e.seq
      and (d.amount, d.signed ->> 'account', d.signed ->> 'currency')
        = (e.amount, e.account, case e.currency when 0 then 'JU' else 'FMC' end)
    left join app_user u on u.address = e.account
    left join lateral ${BALANCE_BEFORE} payer on d.signed ->> 'against' = 'account'
      and t.debit_account & 15 <> 1 and t.step = 0
    where coalesce(payer.balance, 0) < e.amount and not exists (
      select from withdrawal w join ledger_transfer done on done.kind = 3 and done.source_id = w.id and done.step = 0
      where w.voucher_id = e.voucher_id
    )`,
};
