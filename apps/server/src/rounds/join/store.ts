import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { JoinRound } from '@city-mint/domain/rounds/decide-join';
import { sql } from 'kysely';
import { debitMany } from '#ledger/commands/debit-many.ts';
import { lockBalances } from '#ledger/commands/lock-balances.ts';
import type { Database } from '#platform/database/database.ts';
import { isPausedSql } from '#switches/queries.ts';
import { moveRound, ROUND_DUE_CHANNEL, roundStateColumn } from '../lifecycle/store.ts';
import type { AcceptedJoin, JoinedOrder, JoinRequest } from './join-request.ts';

/** The round as a join sees it, its row locked until the transaction ends; undefined when there is none. */
export async function loadJoinRound(
  tx: Database,
  roundId: bigint,
): Promise<(JoinRound & { readonly roundId: bigint }) | undefined> {
  const row = await tx
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .selectAll('round')
    .select(['round_terms.terms_hash', sql<Date>`clock_timestamp()`.as('now'), isPausedSql('joins').as('paused')])
    .where('round.id', '=', roundId)
    .forUpdate('round')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    roundId,
    state: roundStateColumn.parse(row.state),
    opensAt: row.opens_at.getTime(),
    closesAt: row.closes_at.getTime(),
    quota: tokenAmount(row.quota),
    minimum: tokenAmount(row.minimum),
    walletMaximum: tokenAmount(row.wallet_maximum),
    filled: tokenAmount(row.filled),
    orders: row.order_count,
    termsHash: row.terms_hash,
    now: row.now.getTime(),
    paused: row.paused,
  };
}

export type Wallet = { readonly available: TokenAmount; readonly alreadyJoined: TokenAmount };

/** What each wallet has available and has in this round already; their accounts locked, in the order of their ids. */
export async function loadWallets(
  tx: Database,
  roundId: bigint,
  requests: readonly JoinRequest[],
): Promise<Map<bigint, Wallet>> {
  if (requests.length === 0) return new Map();
  const users = requests.map((request) => request.userId);
  const balances = await lockBalances(
    tx,
    users.map((owner) => ({ kind: 'available', currency: 'JU', owner })),
  );
  const { rows } = await sql<{ user_id: bigint; joined: bigint }>`
    select user_id, sum(accepted)::numeric(78, 0) as joined from mint_order
    where user_id = any (${users}::bigint[]) and round_id = ${roundId}
      and id >= (select first_order_id from round where id = ${roundId})
    group by user_id`.execute(tx);
  const joined = new Map(rows.map((row) => [row.user_id, row.joined]));
  return new Map(
    users.map((user, index) => [
      user,
      { available: tokenAmount(balances[index] ?? 0n), alreadyJoined: tokenAmount(joined.get(user) ?? 0n) },
    ]),
  );
}

type Saved = { readonly request: JoinRequest; readonly order: JoinedOrder };

/** Writes the accepted orders, debits their wallets and moves the round on; `filled` is what the round holds after them. */
export async function saveOrders(
  tx: Database,
  round: JoinRound & { readonly roundId: bigint },
  after: { readonly decided: readonly AcceptedJoin[]; readonly filled: TokenAmount },
): Promise<Saved[]> {
  if (after.decided.length === 0) return [];
  const rows = await tx
    .insertInto('mint_order')
    .values(
      after.decided.map(({ request, accepted, rank }) => ({
        round_id: round.roundId,
        user_id: request.userId,
        rank,
        asked: request.amount,
        accepted,
        request_id: request.requestId,
      })),
    )
    .returning(['id', 'rank', 'joined_at'])
    .execute();
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  const saved = after.decided.map(({ request, accepted, rank }) => {
    const row = byRank.get(rank);
    if (row === undefined) throw new Error(`order of rank ${rank} was not written`);
    const order = {
      orderId: row.id,
      roundId: round.roundId,
      rank,
      asked: request.amount,
      accepted,
      joinedAt: row.joined_at,
    };
    return { request, order };
  });
  await debitMany(tx, {
    kind: 'join',
    to: { kind: 'escrow', currency: 'JU', owner: round.roundId },
    payments: saved.map(({ request, order }) => ({
      from: { kind: 'available', currency: 'JU', owner: request.userId },
      amount: order.accepted,
      cause: order.orderId,
    })),
  });
  await moveRoundOn(tx, round, { filled: after.filled, orders: round.orders + saved.length });
  return saved;
}

async function moveRoundOn(
  tx: Database,
  round: JoinRound & { readonly roundId: bigint },
  after: { readonly filled: TokenAmount; readonly orders: number },
): Promise<void> {
  const isFull = after.filled === round.quota;
  await tx
    .updateTable('round')
    .set({ filled: after.filled, order_count: after.orders })
    .where('id', '=', round.roundId)
    .execute();
  if (!isFull) return;
  await moveRound(tx, { id: round.roundId, state: round.state }, { state: 'full', dueAt: 'now' });
  await sql`select pg_notify(${ROUND_DUE_CHANNEL}, ${round.roundId.toString()})`.execute(tx);
}
