import { type RawBuilder, sql } from 'kysely';

/** A condition on rows that name a round: no operator keeps that round aside, so its steps may be taken. */
export function isNotSuspended(roundId: 'round.id' | 'round_token_payout.round_id'): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from round_suspension where round_suspension.round_id = ${sql.ref(roundId)})`;
}
