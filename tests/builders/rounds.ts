import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { Database } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { sql } from 'kysely';

export const JU = 10n ** 18n;

type PlanParts = Partial<Omit<PhasePlan, 'terms'>> & { readonly terms?: Partial<PhasePlan['terms']> };

/**
 * Returns a plan whose first round is open for an hour, with `parts` in place of its defaults. Amounts in base units.
 */
export function buildPlan(parts: PlanParts = {}): PhasePlan {
  return {
    city: 'London',
    phase: 1,
    firstOpensAt: Date.now() - 1_000,
    windowMs: 3_600_000,
    gapMs: 0,
    rounds: 10,
    firstQuota: tokenAmount(1_000n * JU),
    growthBps: 0,
    ...parts,
    terms: {
      minimum: tokenAmount(1n),
      walletMaximum: tokenAmount(0n),
      lateBps: 0,
      mintFeeBps: 100,
      lossBps: 300,
      mintAmount: tokenAmount(5_000n * JU),
      stageBps: [4_000, 3_000, 3_000],
      stageDelaysMs: [0, 1_000, 2_000],
      referralBps: 3_000,
      nodesBps: 2_000,
      levelsBps: 2_000,
      treasuryBps: 1_000,
      reserveDrawBps: 5_000,
      compensationTimesBps: 20_000,
      ...parts.terms,
    },
  };
}

export type OpenRound = { readonly roundId: bigint; readonly termsHash: string; readonly planId: bigint };

/**
 * Publishes the plan in its city (added when missing) and opens its first round by the server's commands. Returns the
 * round.
 */
export async function openRound(db: Database, plan: PhasePlan = buildPlan()): Promise<OpenRound> {
  await db
    .insertInto('city')
    .values({ name: plan.city, latitude: 51.5, longitude: -0.1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const published = await publishPlan(db, plan);
  if (!('planId' in published)) throw new Error(JSON.stringify(published));
  const { id, terms_hash } = await publishFirstRound(db, published.planId);
  // Stages of earlier rounds may be due too, sooner or later as the machine is busy, and are steps before it.
  let step = await advanceRound(db);
  while (step !== undefined && step.roundId !== id) step = await advanceRound(db);
  return { roundId: id, termsHash: terms_hash, planId: published.planId };
}

async function publishFirstRound(db: Database, planId: bigint) {
  const rounds = db
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .select(['round.id', 'round_terms.terms_hash'])
    .where('plan_id', '=', planId);
  // Rounds of other plans may be due before it, and who opens another round beside this may be publishing it.
  const isPublished = async () => {
    await publishNextRound(db);
    return (await rounds.executeTakeFirst()) !== undefined;
  };
  await waitUntil(isPublished);
  return rounds.executeTakeFirstOrThrow();
}

/** Ends the window of a round now by moving its closing time. */
export async function closeWindow(db: Database, roundId: bigint): Promise<void> {
  await sql`update round
    set opens_at = opens_at - interval '1 day', closes_at = clock_timestamp(), due_at = clock_timestamp()
    where id = ${roundId}`.execute(db);
}
