import type pg from 'pg';
import { retryTransaction } from '#platform/database/transaction.ts';
import type { JoinAnswer, JoinRequest } from './join-request.ts';

type BatchRow = {
  first_rank: number | null;
  arrivals: number[];
  order_ids: bigint[];
  joined_at: Date;
  late: boolean;
};

const JOIN_ROUND = {
  name: 'join-round',
  text: `select first_rank, arrivals, order_ids, joined_at, late
    from join_round($1, $2, $3::bigint[], $4::numeric[], $5::uuid[], $6::int[], false)`,
};

/**
 * Joins in one statement the requests of a round that need no decision. The requests are of one round, each of
 * another user. Returns the answers in the order of the requests, undefined for those still to decide
 * (docs/money-rules.md#4-join).
 */
export async function joinPlainOrders(
  pool: pg.Pool,
  requests: readonly JoinRequest[],
): Promise<(JoinAnswer | undefined)[]> {
  const answers = new Array<JoinAnswer | undefined>(requests.length).fill(undefined);
  const termsHash = requests[0]?.termsHash;
  const plain = requests
    .map((request, arrival) => ({ request, arrival }))
    .filter(({ request }) => isPlain(request) && request.termsHash === termsHash)
    .sort((a, b) => (a.request.userId < b.request.userId ? -1 : 1));
  const roundId = plain[0]?.request.roundId;
  if (termsHash === undefined || roundId === undefined) return answers;
  const attempt = () =>
    pool.query<BatchRow>({
      ...JOIN_ROUND,
      values: [
        roundId,
        termsHash,
        arrayText(plain, ({ request }) => request.userId.toString()),
        arrayText(plain, ({ request }) => request.amount.toString()),
        arrayText(plain, ({ request }) => request.requestId),
        arrayText(plain, ({ arrival }) => arrival.toString()),
      ],
    });
  // A request id that is used in another round at the same moment is found by the second attempt.
  const { rows } = await retryTransaction(attempt, { whenKeyExists: true });
  const [batch] = rows;
  if (batch === undefined || batch.first_rank === null) return answers;
  for (const [index, arrival] of batch.arrivals.entries()) {
    const request = requests[arrival];
    const orderId = batch.order_ids[index];
    if (request === undefined || orderId === undefined)
      throw new Error('join_round answered a request that was not sent');
    answers[arrival] = {
      order: {
        orderId,
        roundId,
        rank: batch.first_rank + index,
        asked: request.amount,
        accepted: request.amount,
        joinedAt: batch.joined_at,
        late: batch.late,
      },
    };
  }
  return answers;
}

/** What the statement itself does not check. */
function isPlain({ consented, barredRegion, amount }: JoinRequest): boolean {
  return consented && barredRegion === undefined && amount > 0n;
}

/** A PostgreSQL array literal of numbers or ids, which need no quotes: cheaper than the driver's general one. */
function arrayText<Item>(items: readonly Item[], text: (item: Item) => string): string {
  return `{${items.map(text).join(',')}}`;
}
