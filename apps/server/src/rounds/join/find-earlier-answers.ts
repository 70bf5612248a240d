import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { JOIN_REFUSALS } from '@city-mint/domain/rounds/decide-join';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { hashJoinBody, type JoinAnswer, type JoinRequest } from './join-request.ts';

type EarlierRow = {
  user_id: bigint;
  request_id: string;
  order_id: bigint | null;
  round_id: bigint | null;
  rank: number | null;
  asked: bigint | null;
  accepted: bigint | null;
  joined_at: Date | null;
  terms_hash: string | null;
  body_hash: Buffer | null;
  error: string | null;
  details: unknown;
};

const storedError = z.enum(JOIN_REFUSALS);
const storedDetails = z.record(z.string(), z.string());

/** The answers that requests with these ids got before, at their places: the same request gets the same, another body is refused. */
export async function findEarlierAnswers(
  tx: Database,
  requests: readonly JoinRequest[],
): Promise<(JoinAnswer | undefined)[]> {
  const users = requests.map((request) => request.userId);
  const ids = requests.map((request) => request.requestId);
  const { rows } = await sql<EarlierRow>`
    select a.user_id, a.request_id, o.id as order_id, o.round_id, o.rank, o.asked, o.accepted, o.joined_at, t.terms_hash,
      f.body_hash, f.error, f.details
    from unnest(${users}::bigint[], ${ids}::uuid[]) as a (user_id, request_id)
    left join mint_order o on o.user_id = a.user_id and o.request_id = a.request_id
    left join round_terms t on t.round_id = o.round_id
    left join request_refusal f on f.user_id = a.user_id and f.request_id = a.request_id
    where o.id is not null or f.error is not null`.execute(tx);
  const found = new Map(rows.map((row) => [`${row.user_id}/${row.request_id}`, row]));
  return requests.map((request) => {
    const row = found.get(`${request.userId}/${request.requestId}`);
    return row && answerOf(row, request);
  });
}

function answerOf(row: EarlierRow, request: JoinRequest): JoinAnswer {
  if (row.body_hash !== null) {
    if (!hashJoinBody(request).equals(row.body_hash)) return reused();
    return { refusal: storedError.parse(row.error), details: storedDetails.parse(row.details) };
  }
  const { order_id, round_id, rank, asked, accepted, joined_at } = row;
  if (
    order_id === null ||
    round_id === null ||
    rank === null ||
    asked === null ||
    accepted === null ||
    joined_at === null
  ) {
    throw new Error(`request ${row.request_id} has neither an order nor a refusal`);
  }
  if (round_id !== request.roundId || asked !== request.amount || row.terms_hash !== request.termsHash) return reused();
  return {
    order: {
      orderId: order_id,
      roundId: round_id,
      rank,
      asked: tokenAmount(asked),
      accepted: tokenAmount(accepted),
      joinedAt: joined_at,
    },
  };
}

function reused(): JoinAnswer {
  return { refusal: 'request-id-reused', details: { field: 'requestId' } };
}
