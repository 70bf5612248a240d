import { waitUntil } from '@city-mint/devnet/wait-until';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { SettlementResult } from '@city-mint/domain/rounds/settlement';
import type { Database } from '@city-mint/server/platform/database/database';
import { writeSettlementFile } from '@city-mint/server/rounds/settlement-file/commands';
import { readSettlementFile } from '@city-mint/server/rounds/settlement-file/queries';
import { sql } from 'kysely';

/** Comparison of the transfers of settlements with the domain's results. */
export type PaymentFigures = {
  readonly minted: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Transfers of settlements and stages. */
  readonly payments: number;
  /** Transfers that are not in the domain's result, and those of the result that are missing. */
  readonly wrong: number;
  /** Transfers beyond the first of their key (kind, sourceId, step). */
  readonly repeated: number;
  /**
   * Escrow, fee and vesting accounts of settled rounds that are not zero; currencies whose balances do not sum to zero.
   */
  readonly unbalanced: number;
};

/** For workers that are paying or writing a file when their rounds are counted. */
const SETTLED_MS = 60_000;

type SettledRound = { readonly round_id: bigint; readonly outcome: string; readonly is_done: boolean };
type OrderRow = { id: bigint; rank: number; user_id: bigint; inviter_id: bigint | null; accepted: bigint };
type TransferRow = { kind: number; source_id: bigint; step: number; credit_account: bigint; amount: bigint };

/**
 * Compares every transfer of every settled round, or of those with the given ids, with the domain's settlement of the
 * same orders, by amount and payee. Throws when one is not paid and published within a minute.
 */
export async function countPayments(owner: Database, only: readonly string[] | null = null): Promise<PaymentFigures> {
  const rounds = await settledRounds(owner, only);
  let payments = 0;
  let wrong = 0;
  for (const round of rounds) {
    const [expected, actual] = await Promise.all([expectedOf(owner, round.round_id), actualOf(owner, round.round_id)]);
    payments += actual.length;
    for (const line of actual) if (!expected.delete(line)) wrong += 1;
    wrong += expected.size;
  }
  const { rows } = await sql<{ repeated: number; unbalanced: number }>`
    select
      (select coalesce(sum(n - 1), 0)::int from (
        select count(*) as n from ledger_transfer group by kind, source_id, step) k) as repeated,
      (select count(*)::int from ledger_account a join round_settlement s on s.round_id = ledger_account_owner(a.id)
        where ledger_account_kind(a.id) in (account_kind_escrow(), account_kind_fees(), account_kind_vesting())
          and a.balance <> 0 and s.round_id = any(${rounds.map(({ round_id }) => round_id)}::bigint[]))
      + (select count(*)::int from (
          select sum(balance) as sum from ledger_account group by ledger_account_currency(id)) c
        where sum <> 0) as unbalanced`.execute(owner);
  const count = (wanted: string) => rounds.filter(({ outcome }) => outcome === wanted).length;
  const counts = { minted: count('minted'), failed: count('failed'), cancelled: count('cancelled') };
  const { repeated = -1, unbalanced = -1 } = rows[0] ?? {};
  return { ...counts, payments, wrong, repeated, unbalanced };
}

/** Returns the settled rounds, once all of them are paid and a worker has written their files. */
async function settledRounds(owner: Database, only: readonly string[] | null): Promise<readonly SettledRound[]> {
  let rounds: readonly SettledRound[] = [];
  const areDone = async () => {
    while (await writeSettlementFile(owner));
    ({ rows: rounds } = await sql<SettledRound>`
      select s.round_id, s.outcome, r.state = 'ended' and s.file_due_at is null as is_done
      from round_settlement s join round r on r.id = s.round_id
      where ${only}::bigint[] is null or s.round_id = any(${only}::bigint[]) order by s.round_id`.execute(owner));
    return rounds.every(({ is_done }) => is_done);
  };
  if (await waitUntil(areDone, SETTLED_MS)) return rounds;
  const open = rounds.filter(({ is_done }) => !is_done).map(({ round_id }) => round_id);
  throw new Error(`not paid or without files: ${open.join(', ')}`);
}

/** Returns the transfers of the domain's settlement of this round, one line each. */
async function expectedOf(owner: Database, roundId: bigint): Promise<Set<string>> {
  const file = await readSettlementFile(owner, roundId);
  const parsed = parseSettlementFile(file?.input);
  if (!parsed.ok) throw new Error(`settlement file of round ${roundId}: ${JSON.stringify(parsed)}`);
  const { rows: orders } = await sql<OrderRow>`
    select o.id, o.rank, o.user_id, p.inviter_id, o.accepted from mint_order o left join participant p using (user_id)
    where o.round_id = ${roundId} order by o.rank`.execute(owner);
  const byRank = orders.map((order, index) => ({ ...order, input: parsed.input.orders[index] }));
  const isSame = byRank.every(({ rank, accepted, input }) => input?.rank === rank && input.amount === accepted);
  if (!isSame || orders.length !== parsed.input.orders.length)
    throw new Error(`round ${roundId} was settled for other orders`);
  return new Set(linesOf(roundId, settleRound(parsed.input), orders).filter((line) => !line.endsWith(' 0')));
}

type Kind = keyof typeof TRANSFER_KINDS;

function linesOf(roundId: bigint, result: SettlementResult, orders: readonly OrderRow[]): string[] {
  const lines: string[] = [];
  const add = (kind: Kind, [sourceId, step]: readonly [bigint, number], [to, amount]: readonly [bigint, bigint]) =>
    lines.push(line({ kind: TRANSFER_KINDS[kind].code, source_id: sourceId, step, credit_account: to, amount }));
  const account = (owner: bigint, currency: bigint, kind: bigint) => owner * 256n + currency * 16n + kind;
  const orderAt = (index: number) => orders[index] ?? { id: -1n, user_id: -1n, inviter_id: null };
  if (result.outcome === 'failed') {
    for (const [index, order] of result.orders.entries()) {
      const { id, user_id } = orderAt(index);
      add('principal-return', [id, 0], [account(user_id, 0n, 1n), order.refund]);
      add('compensation', [id, 0], [account(user_id, 0n, 1n), order.compensation]);
    }
    add('loss', [roundId, 0], [account(0n, 0n, 8n), result.totals.reserveIn]);
    add('loss', [roundId, 1], [account(0n, 0n, 9n), result.totals.launchCosts]);
    return lines;
  }
  if (result.outcome === 'cancelled') {
    for (const [index, order] of result.orders.entries()) {
      const { id, user_id } = orderAt(index);
      add('principal-return', [id, 0], [account(user_id, 0n, 1n), order.refund]);
    }
    return lines;
  }
  for (const [index, order] of result.orders.entries()) {
    const { id, user_id, inviter_id } = orderAt(index);
    add('principal-return', [id, 0], [account(user_id, 0n, 1n), order.principal]);
    add('reward', [id, 0], [account(inviter_id ?? 0n, 0n, 1n), order.reward]);
    add('split', [id, 0], [account(user_id, 0n, 1n), order.split]);
    add('mint', [id, 0], [account(user_id, 1n, 1n), order.stages[0]]);
    add('distribute', [id, 2], [account(user_id, 1n, 1n), order.stages[1]]);
    add('distribute', [id, 3], [account(user_id, 1n, 1n), order.stages[2]]);
  }
  const { fee, nodes, levels, treasury, reserveIn } = result.totals;
  add('mint-fee', [roundId, 0], [account(roundId, 0n, 4n), fee]);
  for (const [step, [kind, amount]] of (
    [
      [5n, nodes],
      [6n, levels],
      [7n, treasury],
      [8n, reserveIn],
    ] as const
  ).entries())
    add('fee-share', [roundId, step], [account(0n, 0n, kind), amount]);
  const vesting = result.orders.reduce((sum, { stages }) => sum + stages[1] + stages[2], 0n);
  add('vest', [roundId, 0], [account(roundId, 1n, 11n), vesting]);
  return lines;
}

async function actualOf(owner: Database, roundId: bigint): Promise<string[]> {
  const { rows } = await sql<TransferRow>`
    select t.kind, t.source_id, t.step, t.credit_account, t.amount from ledger_transfer t
    where (t.kind in (kind_principal_return(), kind_reward(), kind_compensation(), kind_mint(), kind_distribute(),
      kind_split()) and t.source_id in (select id from mint_order where round_id = ${roundId}))
      or (t.kind in (kind_mint_fee(), kind_fee_share(), kind_loss(), kind_vest())
        and t.source_id = ${roundId})`.execute(owner);
  return rows.map(line);
}

function line({ kind, source_id, step, credit_account, amount }: TransferRow): string {
  return `${kind}/${source_id}/${step} > ${credit_account} ${amount}`;
}
