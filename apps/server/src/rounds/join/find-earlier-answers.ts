import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { JOIN_REFUSALS } from '@city-mint/domain/rounds/decide-join';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findEarlierRefusals, REQUEST_ID_REUSED } from '#requests/queries.ts';
import { identityOf, type JoinAnswer, type JoinRequest } from './join-request.ts';

type EarlierOrder = {
  user_id: bigint;
  request_id: string;
  order_id: bigint;
  round_id: bigint;
  rank: number;
  asked: bigint;
  accepted: bigint;
  joined_at: Date;
  terms_hash: string;
};

/** Returns, in the order of the requests, the answer that each request id got before: the same one, or a refusal of another body. */
export async function findEarlierAnswers(
  tx: Database,
  requests: readonly JoinRequest[],
): Promise<(JoinAnswer | undefined)[]> {
  const users = requests.map((request) => request.userId);
  const ids = requests.map((request) => request.requestId);
  const refusals = await findEarlierRefusals(tx, requests.map(identityOf), JOIN_REFUSALS);
  const { rows } = await sql<EarlierOrder>`
    select o.user_id, o.request_id, o.id as order_id, o.round_id, o.rank, o.asked, o.accepted, o.joined_at, t.terms_hash
    from unnest(${users}::bigint[], ${ids}::uuid[]) as a (user_id, request_id)
    join mint_order o on o.user_id = a.user_id and o.request_id = a.request_id
    join round_terms t on t.round_id = o.round_id`.execute(tx);
  const orders = new Map(rows.map((row) => [`${row.user_id}/${row.request_id}`, row]));
  return requests.map((request, index) => {
    const order = orders.get(`${request.userId}/${request.requestId}`);
    return refusals[index] ?? (order && answerOf(order, request));
  });
}

function answerOf(earlier: EarlierOrder, request: JoinRequest): JoinAnswer {
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
    },
  };
}
