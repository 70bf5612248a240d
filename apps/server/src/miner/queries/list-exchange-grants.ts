import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

const GRANT_STATES = ['waiting', 'acknowledged', 'alarm'] as const;
const grantState = z.enum(GRANT_STATES);

/** A grant of hash power to the exchange, of one machine; hash rate in base units. */
export type ExchangeGrant = {
  readonly machineId: bigint;
  readonly grantId: string;
  readonly userId: bigint;
  readonly uid: string;
  readonly hashRate: TokenAmount;
  /** `alarm`: the exchange answered wrongly, and a person has to look into it. */
  readonly state: (typeof GRANT_STATES)[number];
  readonly attempts: number;
  readonly dueAt: Date;
  readonly problem: string | null;
  readonly acknowledgedAt: Date | null;
};

export type GrantsPage = {
  readonly state?: ExchangeGrant['state'] | undefined;
  /** Of machines with ids below this one; null = from the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** Grants, the newest first. */
export async function listExchangeGrants(db: Database, { state, before, limit }: GrantsPage): Promise<ExchangeGrant[]> {
  let query = db.selectFrom('exchange_grant').selectAll();
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== null) query = query.where('machine_id', '<', before);
  const rows = await query.orderBy('machine_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    machineId: row.machine_id,
    grantId: row.grant_id,
    userId: row.user_id,
    uid: row.uid,
    hashRate: tokenAmount(row.hash_rate),
    state: grantState.parse(row.state),
    attempts: row.attempts,
    dueAt: row.due_at,
    problem: row.problem,
    acknowledgedAt: row.acknowledged_at,
  }));
}
