import type { offerActions } from '@city-mint/api-contract/operator/offer-endpoints';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import type { Database } from '@city-mint/server/platform/database/database';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { sql } from 'kysely';
import { operatorPublication } from '../builders/operator-plan.ts';
import { buildFunds } from '../builders/participants.ts';
import { buildPlan, openRound } from '../builders/rounds.ts';
import { type ActionCases, HUGE_ID } from './operator-action-case.ts';

/** Returns the id of a plan in a new city whose first round is published and opens in an hour. */
async function comingPlan(db: Database, plan: PhasePlan): Promise<bigint> {
  await sql`insert into city (name, latitude, longitude) values (${plan.city}, 48, 14)`.execute(db);
  const published = await publishPlan(db, { ...plan, firstOpensAt: Date.now() + 3_600_000 });
  if (!('planId' in published)) throw new Error(JSON.stringify(published));
  while (await publishNextRound(db));
  return published.planId;
}

/** Returns the id of a plan in a new city that is in this state, its first round open. */
async function begunPlan(db: Database, plan: PhasePlan, state = 'running'): Promise<bigint> {
  await sql`update phase_plan set due_at = null`.execute(db);
  const { planId, roundId } = await openRound(db, plan);
  // Joins may be paused, by the case of another action.
  await sql`update round set state = 'open', due_at = null where id = ${roundId}`.execute(db);
  await sql`update phase_plan set state = ${state}, due_at = null where id = ${planId}`.execute(db);
  return planId;
}

/** Cases of the actions on phase plans. */
export const planCases: ActionCases<Extract<keyof typeof offerActions, `POST /api/ops/plans/${string}`>> = {
  'POST /api/ops/plans/publish': async ({ db }) => {
    await sql`insert into city (name, latitude, longitude) values ('Wels', 48, 14)`.execute(db);
    await buildFunds(db, { reserve: 0n, emission: 500_000n * 10n ** 18n });
    const plan = operatorPublication('Wels');
    return {
      fields: plan,
      operators: 2,
      watch: `select count(*) from phase_plan p join city c on c.id = p.city_id where c.name = 'Wels'`,
      refused: [
        [{ ...plan, city: 'Nowhere' }, 'unknown-city'],
        [{ ...plan, mintFeeBps: 1_001 }, 'plan-out-of-bounds'],
        // The attack: a quota of one base unit that mints the emission, and a round that releases more than 1 % of it.
        [{ ...plan, firstQuota: '0.000000000000000001', minimum: '0', mintAmount: '500000' }, 'plan-out-of-bounds'],
        [{ ...plan, mintAmount: '5001' }, 'plan-out-of-bounds'],
        [{ ...plan, firstQuota: '499' }, 'plan-out-of-bounds'],
        // The attack: a simulation that no reader's device ever ends.
        [
          { ...plan, crowdNewcomers: 20_000, crowdNewcomersFactor: 20_000, simulationRuns: 1_000 },
          'plan-out-of-bounds',
        ],
        [{ ...plan, crowdLargest: '1' }, 'plan-out-of-bounds'],
        [{ ...plan, simulationRuns: 0 }, 'plan-out-of-bounds'],
      ],
      again: 'phase-exists',
    };
  },
  'POST /api/ops/plans/revoke': async ({ db }) => {
    const begun = await begunPlan(db, buildPlan({ city: 'Steyr' }));
    const over = await begunPlan(db, buildPlan({ city: 'Enns' }), 'ended');
    const planId = await comingPlan(db, buildPlan({ city: 'Traun' }));
    return {
      fields: { planId: `${planId}` },
      operators: 1,
      watch: `select p.state, r.state from phase_plan p join round r on r.plan_id = p.id where p.id = ${planId}`,
      refused: [
        [{ planId: `${begun}` }, 'plan-begun'],
        [{ planId: `${over}` }, 'plan-over'],
        [{ planId: HUGE_ID }, 'not-found'],
      ],
      again: 'plan-over',
    };
  },
  'POST /api/ops/plans/end': async ({ db }) => {
    const planId = await begunPlan(db, buildPlan({ city: 'Leonding' }));
    const last = await begunPlan(db, buildPlan({ city: 'Marchtrenk', rounds: 1 }));
    const over = await begunPlan(db, buildPlan({ city: 'Ansfelden' }), 'failed');
    const coming = await comingPlan(db, buildPlan({ city: 'Braunau' }));
    return {
      fields: { planId: `${planId}` },
      operators: 1,
      watch: `select state, next_phase_time from phase_plan where id = ${planId}`,
      refused: [
        [{ planId: `${coming}` }, 'plan-not-begun'],
        [{ planId: `${over}` }, 'plan-over'],
        [{ planId: `${last}` }, 'nothing-changes'],
        [{ planId: HUGE_ID }, 'not-found'],
      ],
      // apps/server/src/operator/plan-actions.db.test.ts
      triedElsewhere: ['round-published'],
      again: 'nothing-changes',
    };
  },
};
