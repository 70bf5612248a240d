import type pg from 'pg';
import { retryTransaction } from '#platform/database/transaction.ts';
import type { JoinAnswer, JoinRequest } from './join-request.ts';

type RoundRow = {
  place: number;
  first_rank: number;
  arrivals: number[];
  order_ids: bigint[];
  joined_at: Date;
  late: boolean;
};

const JOIN_ROUNDS = {
  name: 'join-rounds',
  text: `select place, first_rank, arrivals, order_ids, joined_at, late
    from join_rounds($1::bigint[], $2::text[], $3::bytea[], $4::numeric[], $5::uuid[], $6::int[], $7::int[], $8::int)`,
};

type Plain = { readonly request: JoinRequest; readonly arrival: number };

/**
 * Joins in one statement the requests of any number of rounds that need no decision, each of a different user. Returns
 * the answers in the order of the requests, undefined for undecided ones (docs/money-rules.md#4-join). With `lockMs` it
 * throws, and joins none, when a round or a wallet stays locked for longer (`isLockedTooLong`).
 */
export async function joinPlainOrders(
  pool: pg.Pool,
  requests: readonly JoinRequest[],
  { lockMs = null }: { readonly lockMs?: number | null } = {},
): Promise<(JoinAnswer | undefined)[]> {
  // The first join of each round determines the terms of its plain ones.
  const termsOf = new Map<bigint, string>();
  for (const { roundId, termsHash } of requests) if (!termsOf.has(roundId)) termsOf.set(roundId, termsHash);
  const plain = plainOf(requests, ({ roundId, termsHash }) => termsOf.get(roundId) === termsHash);
  const rounds = [...new Set(plain.map(({ request }) => request.roundId))].sort(compare);
  if (rounds.length === 0) return requests.map(() => undefined);
  const places = new Map(rounds.map((roundId, index) => [roundId, index + 1]));
  const joined = {
    ...JOIN_ROUNDS,
    values: [
      arrayText(rounds, String),
      rounds.map((roundId) => termsOf.get(roundId)),
      ...columnsOf(plain),
      arrayText(plain, ({ request }) => String(places.get(request.roundId))),
      lockMs,
    ],
  };
  return answersOf(requests, await askFor(pool, joined), rounds);
}

/** Whether a statement failed because a lock that it waited for was not released in time. */
export function isLockedTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** Returns the requests that the statements can decide, sorted by wallet, each with its position. */
function plainOf(requests: readonly JoinRequest[], hasTerms: (request: JoinRequest) => boolean): Plain[] {
  return requests
    .map((request, arrival) => ({ request, arrival }))
    .filter(({ request }) => isPlain(request) && hasTerms(request))
    .sort((a, b) => compare(a.request.userId, b.request.userId));
}

/** The conditions that the statements themselves do not check. */
function isPlain({ consented, barredRegion, amount }: JoinRequest): boolean {
  return consented && barredRegion === undefined && amount > 0n;
}

function columnsOf(plain: readonly Plain[]): string[] {
  return [
    arrayText(plain, ({ request }) => request.token.reveal()),
    arrayText(plain, ({ request }) => request.amount.toString()),
    arrayText(plain, ({ request }) => request.requestId),
    arrayText(plain, ({ arrival }) => arrival.toString()),
  ];
}

/** The second attempt detects a request id that is concurrently used in another round. */
async function askFor(pool: pg.Pool, statement: pg.QueryConfig): Promise<RoundRow[]> {
  const { rows } = await retryTransaction(() => pool.query<RoundRow>(statement), { whenKeyExists: true });
  return rows;
}

function answersOf(
  requests: readonly JoinRequest[],
  rows: readonly RoundRow[],
  rounds: readonly bigint[],
): (JoinAnswer | undefined)[] {
  const answers = new Array<JoinAnswer | undefined>(requests.length).fill(undefined);
  for (const row of rows) {
    const roundId = rounds[row.place - 1];
    for (const [index, arrival] of row.arrivals.entries()) {
      const request = requests[arrival];
      const orderId = row.order_ids[index];
      if (roundId === undefined || request?.roundId !== roundId || orderId === undefined)
        throw new Error('received the answer to a join that was not sent');
      answers[arrival] = {
        order: {
          orderId,
          roundId,
          rank: row.first_rank + index,
          asked: request.amount,
          accepted: request.amount,
          joinedAt: row.joined_at,
          late: row.late,
        },
      };
    }
  }
  return answers;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A PostgreSQL array literal of numbers, ids or tokens, which need no quotes: cheaper than the driver's general one.
 */
function arrayText<Item>(items: readonly Item[], text: (item: Item) => string): string {
  return `{${items.map(text).join(',')}}`;
}
