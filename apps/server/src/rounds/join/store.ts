import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { JOIN_REFUSALS, type JoinRound } from '@city-mint/domain/rounds/decide-join';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Round } from '#platform/database/generated/db.ts';
import { findEarlierRefusals, REQUEST_ID_REUSED } from '#requests/queries.ts';
import { isPausedSql } from '#switches/queries.ts';
import { roundStateColumn } from '../round/store/rounds.ts';
import { type AcceptedJoin, identityOf, type JoinAnswer, type JoinedOrder, type JoinRequest } from './join-request.ts';

/** A round whose row this transaction has locked, with the next orders' time and ranks. */
export type LockedRound = JoinRound & {
  readonly roundId: bigint;
  /** The joining time, to the microsecond, in PostgreSQL's form: never before an order of an earlier rank. */
  readonly joinedAt: string;
  readonly late: boolean;
};

/**
 * Returns the facts for deciding joins of a round that the transaction has locked; undefined when it does not exist.
 * The time is taken under the lock, like the ranks.
 */
export async function loadJoinRound(tx: Database, roundId: bigint): Promise<LockedRound | undefined> {
  const { rows } = await sql<RoundRow>`
    select locked.*, timed.at as now, timed.at::text as joined_at,
      timed.at >= locked.closes_at - locked.late_ms * interval '1 millisecond' as late,
      round_terms.terms_hash, ${isPausedSql('joins')} as paused
    from round locked
      join round_terms on round_terms.round_id = locked.id
      cross join lateral (select greatest(clock_timestamp(), locked.last_joined_at) as at) timed
    where locked.id = ${roundId}`.execute(tx);
  const [round] = rows;
  if (round === undefined) return undefined;
  return {
    roundId,
    state: roundStateColumn.parse(round.state),
    opensAt: round.opens_at.getTime(),
    closesAt: round.closes_at.getTime(),
    quota: tokenAmount(round.quota),
    minimum: tokenAmount(round.minimum),
    walletMaximum: tokenAmount(round.wallet_maximum),
    filled: tokenAmount(round.filled),
    orders: round.order_count,
    termsHash: round.terms_hash,
    now: round.now.getTime(),
    paused: round.paused,
    joinedAt: round.joined_at,
    late: round.late,
  };
}

type RoundRow = Pick<Selectable<Round>, 'state' | 'opens_at' | 'closes_at' | 'quota' | 'minimum' | 'wallet_maximum'> &
  Pick<Selectable<Round>, 'filled' | 'order_count'> & {
    readonly now: Date;
    readonly joined_at: string;
    readonly late: boolean;
    readonly terms_hash: string;
    readonly paused: boolean;
  };

/** JU in base units: the wallet's available balance, and its amount in the round. */
export type Wallet = { readonly available: TokenAmount; readonly alreadyJoined: TokenAmount };

/**
 * Locks a round, if it exists, and the accounts of the requests' users, in the order of their ids. Returns the wallets
 * of users with valid sessions by user id.
 */
export async function lockWallets(
  tx: Database,
  roundId: bigint,
  requests: readonly JoinRequest[],
): Promise<Map<bigint, Wallet>> {
  const { rows: locked } = await sql<{ user_id: bigint; available: bigint }>`
    select user_id, available
    from lock_for_joins(${roundId}, ${requests.map(({ token }) => token.reveal())}::bytea[])`.execute(tx);
  const users = locked.map(({ user_id }) => user_id);
  const { rows } = await sql<{ user_id: bigint; joined: bigint }>`
    select user_id, sum(accepted)::numeric(78, 0) as joined from mint_order
    where user_id = any (${users}::bigint[]) and round_id = ${roundId}
      and id >= (select first_order_id from round where id = ${roundId})
    group by user_id`.execute(tx);
  const joined = new Map(rows.map(({ user_id, joined: amount }) => [user_id, amount]));
  return new Map(
    locked.map(({ user_id, available }) => [
      user_id,
      { available: tokenAmount(available), alreadyJoined: tokenAmount(joined.get(user_id) ?? 0n) },
    ]),
  );
}

type SavedOrder = { readonly request: JoinRequest; readonly order: JoinedOrder };

/**
 * Inserts the accepted orders, debits their wallets and updates the round, in one database function that checks each
 * order again. Returns the orders with the requests they answer.
 */
export async function saveOrders(
  tx: Database,
  round: LockedRound,
  decided: readonly AcceptedJoin[],
): Promise<SavedOrder[]> {
  if (decided.length === 0) return [];
  const requests = decided.map(({ request }) => request);
  const { rows } = await sql<{ order_ids: bigint[]; joined_at: Date }>`
    select join_decided(${round.roundId}, ${round.termsHash}, ${round.joinedAt}::timestamptz,
      ${requests.map(({ token }) => token.reveal())}::bytea[],
      ${requests.map(({ amount }) => amount.toString())}::numeric[],
      ${decided.map(({ accepted }) => accepted.toString())}::numeric[],
      ${requests.map(({ requestId }) => requestId)}::uuid[]) as order_ids,
      ${round.joinedAt}::timestamptz as joined_at`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) throw new Error('join_decided returned no row');
  return decided.map(({ request, accepted, rank }, index) => {
    const orderId = saved.order_ids[index];
    if (orderId === undefined) throw new Error(`order of rank ${rank} was not inserted`);
    const amounts = { asked: request.amount, accepted };
    const times = { joinedAt: saved.joined_at, late: round.late };
    return { request, order: { orderId, roundId: round.roundId, rank, ...amounts, ...times } };
  });
}

type EarlierOrder = {
  user_id: bigint;
  request_id: string;
  order_id: bigint;
  round_id: bigint;
  rank: number;
  asked: bigint;
  accepted: bigint;
  joined_at: Date;
  late: boolean;
  terms_hash: string;
};

/**
 * Returns, in the order of the requests, the earlier answer to each request id: the same one, or a refusal of another
 * body.
 */
export async function findEarlierAnswers(
  tx: Database,
  requests: readonly JoinRequest[],
): Promise<(JoinAnswer | undefined)[]> {
  const users = requests.map((request) => request.userId);
  const ids = requests.map((request) => request.requestId);
  const asked = { action: 'join', requests: requests.map(identityOf) } as const;
  const refusals = await findEarlierRefusals(tx, asked, [...JOIN_REFUSALS, 'not-found']);
  const { rows } = await sql<EarlierOrder>`
    select o.user_id, o.request_id, o.id as order_id, o.round_id, o.rank, o.asked, o.accepted, o.joined_at, o.late,
      t.terms_hash
    from unnest(${users}::bigint[], ${ids}::uuid[]) as a (user_id, request_id)
    join mint_order o on o.user_id = a.user_id and o.request_id = a.request_id
    join round_terms t on t.round_id = o.round_id`.execute(tx);
  const orders = new Map(rows.map((order) => [`${order.user_id}/${order.request_id}`, order]));
  return requests.map((request, index) => {
    const order = orders.get(`${request.userId}/${request.requestId}`);
    return refusals[index] ?? (order && toAnswer(order, request));
  });
}

function toAnswer(earlier: EarlierOrder, request: JoinRequest): JoinAnswer {
  const isSameBody =
    earlier.round_id === request.roundId &&
    earlier.asked === request.amount &&
    earlier.terms_hash === request.termsHash;
  if (!isSameBody) return REQUEST_ID_REUSED;
  return {
    order: {
      orderId: earlier.order_id,
      roundId: earlier.round_id,
      rank: earlier.rank,
      asked: tokenAmount(earlier.asked),
      accepted: tokenAmount(earlier.accepted),
      joinedAt: earlier.joined_at,
      late: earlier.late,
    },
  };
}
