import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { accountOf, type KnownOperators } from '../checks/kind-check.ts';
import { findDecision, LOGGED, type LoggedAction } from '../checks/signed-decision.ts';

const withdrawing = accountOf('withdrawing', { owner: 'w.user_id', currency: { column: 'w.currency' } });
const [request, payout, done, returned] = (
  ['withdrawal-request', 'operator-payout', 'withdrawal-done', 'withdrawal-returned'] as const
).map((kind) => sql.lit(TRANSFER_KINDS[kind].code));

/**
 * Returns why the auditor's books do not support a withdrawal, undefined when they do: no finding is open, the request
 * and its frozen amount are followed, no transfer has ended it, whatever its state says, the vault has not paid it, the
 * account's own balance covers every open withdrawal whose amount was frozen by then, and two operators signed the
 * approval that it needed. For a voucher's second signature.
 */
export async function believesWithdrawal(
  db: Database,
  withdrawalId: bigint,
  operators: KnownOperators,
): Promise<string | undefined> {
  const { rows } = await sql<{ problem: string | null; isApproved: boolean }>`
    select case
      when (select min(id) from audit.finding where reviewed_at is null) is not null
        then 'finding ' || (select min(id) from audit.finding where reviewed_at is null) || ' is open'
      when w.id is null then 'there is no such withdrawal'
      when w.state not in ('requested', 'approved', 'signed') then 'it has ended'
      when u.address is distinct from w.account then 'its account is not its user''s address'
      when frozen.id is null then 'its frozen amount is not followed yet'
      when (frozen.credit_account, frozen.amount) is distinct from (${withdrawing}, w.amount)
        then 'another amount was frozen'
      when exists (select from ledger_transfer e where e.kind in (${done}, ${returned}) and e.source_id = w.id)
        then 'its amount is no longer frozen'
      when exists (select from audit.vault_event e where e.voucher_id = w.voucher_id) then 'its voucher is used'
      when coalesce(b.balance, 0) < (
        select sum(open.amount) from withdrawal open
        where open.user_id = w.user_id and open.currency = w.currency
          and open.state in ('requested', 'approved', 'signed') and exists (
            select from ledger_transfer f cross join audit.position p
            where f.kind = case when open.is_payout then ${payout} else ${request} end
              and f.source_id = open.id and f.step = 0 and f.id <= p.last_id)
      ) then 'the account does not cover its open withdrawals'
    end as problem, not w.is_payout and (w.approval_needed or w.approved_by is not null) as "isApproved"
    from (select ${withdrawalId}::bigint as id) asked
    left join withdrawal w on w.id = asked.id
    left join app_user u on u.id = w.user_id
    left join ledger_transfer frozen on frozen.kind = case when w.is_payout then ${payout} else ${request} end
      and frozen.source_id = w.id and frozen.step = 0 and frozen.id <= (select last_id from audit.position)
    left join audit.balance b on b.account = ${withdrawing}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.problem !== null) return row?.problem ?? undefined;
  if (!row.isApproved || (await isApprovalSigned(db, withdrawalId, operators))) return undefined;
  return 'no two operators signed its approval';
}

/** Whether two operators signed the approval of a withdrawal to a wallet of neither. */
async function isApprovalSigned(db: Database, withdrawalId: bigint, operators: KnownOperators): Promise<boolean> {
  const { rows } = await sql<LoggedAction & { account: string; recipient: string }>`
    select ${LOGGED}, w.account, w.recipient from withdrawal w
    join operator_log l on l.subject = 'withdrawal ' || w.id and l.action = 'withdrawals/approve'
    where w.id = ${withdrawalId}`.execute(db);
  for (const { account, recipient, ...entry } of rows) {
    const signed = await findDecision(db, entry, operators);
    const isOwn = [account, recipient].some((wallet) => wallet === entry.operator || wallet === signed?.['proposedBy']);
    if (signed?.['withdrawalId'] === withdrawalId.toString() && !isOwn) return true;
  }
  return false;
}
