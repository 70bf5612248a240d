import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

type WithdrawalParts = {
  readonly userId: bigint;
  readonly account: string;
  readonly amount: bigint;
  readonly state: 'requested' | 'approved' | 'signed';
};

/**
 * Adds a withdrawal of JU in this state, with its amount frozen in the ledger. Returns its id. Needs the owner's
 * connection.
 */
export async function buildWithdrawal(
  db: Database,
  { userId, account, amount, state }: WithdrawalParts,
): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`
    insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      approval_needed, state, due_at)
    values (${userId}, gen_random_uuid(), '', '0x' || encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
      ${account}, ${account}, 0, ${amount.toString()}::numeric, ${state === 'requested'}, ${state},
      case when ${state} = 'approved' then now() end)
    returning id`.execute(db);
  const id = rows[0]?.id ?? 0n;
  await sql`select ledger_write_transfer(
    kind_withdrawal_request(), account_available(${userId}, currency_ju()), account_withdrawing(${userId},
    currency_ju()),
    ${amount.toString()}::numeric, ${id})`.execute(db);
  if (state === 'signed') {
    await sql`insert into withdrawal_voucher (withdrawal_id, number, valid_after, deadline, signature)
      values (${id}, 1, now(), now() + interval '20 minutes', '0x00')`.execute(db);
  }
  return id.toString();
}
