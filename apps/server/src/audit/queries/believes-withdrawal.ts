import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { accountOf } from '../checks/kind-check.ts';

const withdrawing = accountOf('withdrawing', { owner: 'w.user_id', currency: { column: 'w.currency' } });
const [request, payout] = (['withdrawal-request', 'operator-payout'] as const).map((kind) =>
  sql.lit(TRANSFER_KINDS[kind].code),
);

/**
 * Returns why the auditor's books do not support a withdrawal, undefined when they do: no finding is open, the request
 * and its frozen amount are followed, the vault has not paid it, and the account's own balance covers every open
 * withdrawal whose amount was frozen by then. For a voucher's second signature.
 */
export async function believesWithdrawal(db: Database, withdrawalId: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ problem: string | null }>`
    select case
      when (select min(id) from audit.finding where reviewed_at is null) is not null
        then 'finding ' || (select min(id) from audit.finding where reviewed_at is null) || ' is open'
      when w.id is null then 'there is no such withdrawal'
      when w.state not in ('requested', 'approved', 'signed') then 'it has ended'
      when u.address is distinct from w.account then 'its account is not its user''s address'
      when frozen.id is null then 'its frozen amount is not followed yet'
      when (frozen.credit_account, frozen.amount) is distinct from (${withdrawing}, w.amount)
        then 'another amount was frozen'
      when exists (select from audit.vault_event e where e.voucher_id = w.voucher_id) then 'its voucher is used'
      when coalesce(b.balance, 0) < (
        select sum(open.amount) from withdrawal open
        where open.user_id = w.user_id and open.currency = w.currency
          and open.state in ('requested', 'approved', 'signed') and exists (
            select from ledger_transfer f cross join audit.position p
            where f.kind = case when open.is_payout then ${payout} else ${request} end
              and f.source_id = open.id and f.step = 0 and f.id <= p.last_id)
      ) then 'the account does not cover its open withdrawals'
    end as problem
    from (select ${withdrawalId}::bigint as id) asked
    left join withdrawal w on w.id = asked.id
    left join app_user u on u.id = w.user_id
    left join ledger_transfer frozen on frozen.kind = case when w.is_payout then ${payout} else ${request} end
      and frozen.source_id = w.id and frozen.step = 0 and frozen.id <= (select last_id from audit.position)
    left join audit.balance b on b.account = ${withdrawing}`.execute(db);
  return rows[0]?.problem ?? undefined;
}
