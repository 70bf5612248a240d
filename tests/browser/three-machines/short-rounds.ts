import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { addCity } from '@city-mint/server/rounds/offers/commands';
import { sql } from 'kysely';
import { asRole } from '../../setup/as-role.ts';
import type { Participant } from '../system/participant.ts';
import { publishSigned } from '../system/publish-signed.ts';
import { systemAddresses } from '../system/system-addresses.ts';
import { dataOf, systemClient } from '../system/system-client.ts';
import { testPlan } from '../system/test-plan.ts';
import { untilDecided } from './answers.ts';

const POLL_MS = 500;
const AMOUNT = '10';
/** Three orders fill a round; every second round gets two and fails. */
const QUOTA = '30';
export const FILLING = 3;
const FAILING = 2;
/** Until the first opens: those who join sign in. */
const LEAD_MS = 20_000;
/** Of a round that fills, which then settles: longer than any outage. Of one that fails: it settles during the run. */
const [FILLING_MS, FAILING_MS] = [3_600_000, 30_000];

export type ShortRound = { readonly cityId: string; readonly orders: number; readonly closesAt: number };

/**
 * Publishes rounds that follow each other from now on, each in its own city, so that one that fails ends no other.
 * Their stages are due at once: the whole settlement is paid within the run.
 */
export async function publishShortRounds(count: number, everyMs: number): Promise<ShortRound[]> {
  const { databaseUrl, contracts } = systemAddresses();
  const db = createDatabase({ ...asRole(databaseUrl, 'city_mint_operator'), maxConnections: 1 });
  const cities = Array.from({ length: count }, (_, index) => ({
    ...{ city: `Short ${index}`, leadMs: LEAD_MS + index * everyMs },
    ...(index % 2 === 0 ? { orders: FILLING, windowMs: FILLING_MS } : { orders: FAILING, windowMs: FAILING_MS }),
  }));
  for (const { city, leadMs, windowMs } of cities) {
    await addCity(db, { name: city, latitude: 10, longitude: 20 });
    const plan = testPlan({ city, leadMs, windowMs, quota: QUOTA });
    await publishSigned(db, { ...plan, terms: { ...plan.terms, stageDelaysMs: [0, 1_000, 2_000] } }, contracts.vault);
  }
  const from = Date.now();
  await db.destroy();
  // The list of cities is at most half a second old.
  await sleep(1_000);
  const listed = dataOf(await systemClient().call('GET /api/app/warehouses', {})).cities;
  return cities.map(({ city, leadMs, orders, windowMs }) => ({
    cityId: listed.find(({ name }) => name === city)?.cityId ?? '',
    orders,
    closesAt: from + leadMs + windowMs,
  }));
}

/** Each joiner joins the rounds in their order, while they are open. Returns the request ids of acknowledged joins. */
export async function joinShortRounds(
  joiners: readonly Participant[],
  rounds: readonly ShortRound[],
): Promise<string[]> {
  const joined = joiners.map((joiner, place) =>
    joinEach(
      joiner,
      rounds.filter(({ orders }) => place < orders),
    ),
  );
  return (await Promise.all(joined)).flat();
}

async function joinEach({ client }: Participant, rounds: readonly ShortRound[]): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const { cityId, closesAt } of rounds) {
    for (let isDecided = false; !isDecided && Date.now() < closesAt; ) {
      const { round, termsHash } = dataOf(
        await untilDecided(() => client.call('POST /api/app/last/crowdfund', { cityId })),
      );
      if (round?.state === 'open' && termsHash !== null) {
        const request = { roundId: round.roundId, amount: AMOUNT, termsHash, requestId: crypto.randomUUID() };
        const answer = await untilDecided(() => client.call('POST /api/biz/crowdfund', request));
        // It may have closed while nothing answered.
        if (answer.ok) acknowledged.push(request.requestId);
        isDecided = true;
      } else await sleep(POLL_MS);
    }
  }
  return acknowledged;
}

/** Returns the ids of the rounds of these cities that are settled. */
export async function settledRounds(owner: Database, rounds: readonly ShortRound[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id::text as id
    from round r join phase_plan p on p.id = r.plan_id join round_settlement s on s.round_id = r.id
    where p.city_id = any(${rounds.map(({ cityId }) => cityId)}::bigint[])`.execute(owner);
  return rows.map(({ id }) => id);
}
