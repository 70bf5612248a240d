import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parseTerms } from '../terms/stored-terms.ts';

/** The settlement file of a round: what it was settled from and what came out, amounts as strings of base units. */
export type SettlementFile = { readonly termsHash: string; readonly input: Json; readonly result: Json };
type Json = z.infer<ReturnType<typeof z.json>>;

const json = z.json();

/** The published settlement of a round, for anyone to recompute; undefined while it is not settled. rules.md section 6. */
export async function readSettlementFile(db: Database, roundId: bigint): Promise<SettlementFile | undefined> {
  const settlement = await db
    .selectFrom('round_settlement')
    .innerJoin('round_terms', 'round_terms.round_id', 'round_settlement.round_id')
    .selectAll('round_settlement')
    .select(['terms', 'terms_hash'])
    .where('round_settlement.round_id', '=', roundId)
    .executeTakeFirst();
  if (settlement === undefined) return undefined;
  const orders = settlement.outcome === 'minted' ? mintedOrders(roundId) : failedOrders(roundId);
  const { rows } = await sql<{ input: unknown; result: unknown }>`
    select coalesce(jsonb_agg(input order by rank), '[]') as input, coalesce(jsonb_agg(result order by rank), '[]') as result
    from (${orders}) o`.execute(db);
  return {
    termsHash: settlement.terms_hash,
    input: json.parse({
      terms: termsOf(settlement.terms),
      reserve: { balance: settlement.reserve_balance.toString(), cap: settlement.reserve_cap.toString() },
      emission: { remaining: settlement.emission_remaining.toString() },
      orders: rows[0]?.input,
    }),
    result: json.parse({ outcome: settlement.outcome, orders: rows[0]?.result, totals: settlement.totals }),
  };
}

function termsOf(stored: unknown): Json {
  const terms = parseTerms(stored);
  return json.parse(
    JSON.parse(JSON.stringify(terms, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))),
  );
}

/** What each order put in; an inviter is named by a number of this round only, so that the file tells nobody who invited whom. */
const input = sql`jsonb_build_object('rank', s.rank, 'amount', s.amount::text,
  'inviter', case when s.inviter_id is null then null else '0x' || lpad(to_hex(dense_rank() over (order by s.inviter_id nulls last)), 40, '0') end,
  'inviterQualified', coalesce(s.inviter_qualified, false)) as input`;

function mintedOrders(roundId: bigint) {
  return sql`
    select s.rank, ${input}, jsonb_build_object('rank', s.rank, 'principal', s.principal::text, 'fee', s.fee::text,
      'reward', s.reward::text, 'split', s.split::text,
      'stages', jsonb_build_array(s.stage1::text, s.stage2::text, s.stage3::text)) as result
    from order_settlement s
    where s.round_id = ${roundId}`;
}

function failedOrders(roundId: bigint) {
  return sql`
    select s.rank, ${input}, jsonb_build_object('rank', s.rank, 'refund', s.refund::text, 'loss', s.loss::text,
      'compensation', s.compensation::text, 'hash', s.hash::text) as result
    from order_settlement s
    where s.round_id = ${roundId}`;
}
