import { sql } from 'kysely';
import { acquireKeyLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';

/** Maximum number of reports per wallet and day; further swaps are listed without the chosen limit. */
export const MOST_REPORTS_A_DAY = 100;

/** The stored report, or the seconds until the next one is possible. */
export type ReportResult =
  | { readonly result: 'stored'; readonly limitBps: number }
  | { readonly result: 'too-many'; readonly retryAfterSeconds: number };

export type SwapReport = {
  /** The wallet of the session's user, EIP-55. */
  readonly account: string;
  readonly token: SessionToken;
  readonly txHash: string;
  readonly limitBps: number;
};

/**
 * Stores that a wallet reports a swap, with its slippage limit in basis points, and returns the stored report: the
 * first report of a hash stays. Each wallet has its own reports, so no one can claim another's hash.
 */
export async function reportSwap(
  db: Database,
  { account, token, txHash, limitBps }: SwapReport,
): Promise<ReportResult> {
  return inTransaction(db, async (tx) => {
    await acquireKeyLock(tx, `swap-report ${account}`);
    const first = await tx
      .selectFrom('swap_report')
      .select('limit_bps')
      .where('account', '=', account)
      .where('tx_hash', '=', txHash)
      .executeTakeFirst();
    if (first !== undefined) return { result: 'stored', limitBps: first.limit_bps };
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from reported_at + interval '1 day' - now()))::int as seconds from swap_report
      where account = ${account} and reported_at > now() - interval '1 day'
      order by reported_at desc offset ${MOST_REPORTS_A_DAY - 1} limit 1`.execute(tx);
    const [oldest] = rows;
    if (oldest !== undefined) return { result: 'too-many', retryAfterSeconds: Math.max(1, oldest.seconds) };
    await sql`select report_swap(${token}, ${txHash}, ${limitBps}::int)`.execute(tx);
    return { result: 'stored', limitBps };
  });
}

/** A report whose receipt is due. */
export type DueReport = { readonly account: string; readonly txHash: string; readonly checks: number };

/**
 * Returns reports whose receipts are due: one of each wallet before the second of any, so that a flood from one wallet
 * does not delay the others; for each wallet the least checked first.
 */
export async function listDueReports(db: Database, limit: number): Promise<DueReport[]> {
  const { rows } = await sql<{ account: string; tx_hash: string; checks: number }>`
    select account, tx_hash, checks from (
      select *, row_number() over (partition by account order by checks, next_check_at) as place
      from swap_report where next_check_at <= now()
    ) due order by place, next_check_at limit ${limit}`.execute(db);
  return rows.map(({ account, tx_hash, checks }) => ({ account, txHash: tx_hash, checks }));
}

/** Records that a receipt was requested; the next request is in `seconds`, or never (null). */
export async function recordCheck(
  tx: Database,
  { account, txHash }: DueReport,
  nextSeconds: number | null,
): Promise<void> {
  await tx
    .updateTable('swap_report')
    .set({
      checks: sql`checks + 1`,
      next_check_at: nextSeconds === null ? null : sql`now() + make_interval(secs => ${nextSeconds})`,
    })
    .where('account', '=', account)
    .where('tx_hash', '=', txHash)
    .execute();
}

/** Deletes a report that matches no swap. */
export async function deleteReport(tx: Database, { account, txHash }: DueReport): Promise<void> {
  await tx.deleteFrom('swap_report').where('account', '=', account).where('tx_hash', '=', txHash).execute();
}
