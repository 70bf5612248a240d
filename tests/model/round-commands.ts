import { ZERO } from '@city-mint/domain/money/token-amount';
import { nextRound } from '@city-mint/domain/rounds/phase-plan';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { expect } from 'vitest';
import { lastRound, type ModelCity, openInModel } from './money-model.ts';
import type { MoneyWorld } from './money-world.ts';
import { type PlanParts, toPlan } from './plans.ts';
import { cityAt, command, expectSameAutoMint, pick } from './sequence.ts';
import { payStagesInModel, settleInModel } from './settle-in-model.ts';

/** Opens the city's next round, of a new phase when the last one has ended; does nothing while a round runs. */
export const open = (parts: { city: number; plan: PlanParts; chunkSize: number }) =>
  command(`open(${JSON.stringify(parts)})`, async (model, world) => {
    const city = cityAt(model, parts.city);
    const last = lastRound(city);
    if (last !== undefined && last.state !== 'minted' && last.state !== 'ended') {
      expect(await world.isNextPublished(city.name)).toBe(false);
      return;
    }
    const next = nextOf(city, last) ?? (await beginPhase(city, { parts: parts.plan, world }));
    const { id, terms, termsHash } = await world.openNext(city.name, parts.chunkSize);
    expect({ number: terms.number, phase: terms.phase, quota: terms.quota }).toEqual(next);
    const round = { id, terms, termsHash, state: 'scheduled' as const, filled: ZERO, orders: [] };
    openInModel(model, city, round);
    const orders = await world.readOrders(id);
    expect(orders.map((order) => [order.user_id, order.rank, order.accepted, order.automatic])).toEqual(
      lastRound(city)?.orders.map(({ user, rank, amount }) => [user.id, rank, amount, true]),
    );
    expect(await world.stateOf(id)).toBe(lastRound(city)?.state);
    await expectSameAutoMint(model, world);
  });

type Next = Pick<Terms, 'number' | 'phase' | 'quota'>;

/** Returns the next round of the running phase, or undefined when the phase has ended. */
function nextOf(city: ModelCity, last: ReturnType<typeof lastRound>): Next | undefined {
  if (city.plan === null || last === undefined) return undefined;
  const outcome = last.filled === last.terms.quota ? 'minted' : 'failed';
  const next = nextRound(city.plan, { ...last.terms, outcome, endedAt: last.terms.closesAt });
  if (next.kind === 'phase-over') return undefined;
  const { number, phase, quota } = next.terms;
  return { number, phase, quota };
}

async function beginPhase(city: ModelCity, { parts, world }: { parts: PlanParts; world: MoneyWorld }): Promise<Next> {
  const plan = toPlan(parts, { city: city.name, phase: (city.plan?.phase ?? 0) + 1 });
  await world.publishPlan(plan);
  city.plan = plan;
  return { number: 1, phase: plan.phase, quota: plan.firstQuota };
}

export const close = (city: number) =>
  command(`close(${city})`, async (model, world) => {
    const round = lastRound(cityAt(model, city));
    if (round?.state !== 'open') return;
    await world.closeWindow(round.id);
    round.state = 'failed';
    expect(await world.stateOf(round.id)).toBe('failed');
  });

export const settle = (city: number, chunkSize: number) =>
  command(`settle(${city}, ${chunkSize})`, async (model, world) => {
    const round = lastRound(cityAt(model, city));
    if (round?.state !== 'full' && round?.state !== 'failed') return;
    await world.settle(round.id, chunkSize);
    settleInModel(model, round);
    expect(await world.stateOf(round.id)).toBe(round.state);
    await expectSameAutoMint(model, world);
  });

export const payStages = (index: number, chunkSize: number) =>
  command(`payStages(${index}, ${chunkSize})`, async (model, world) => {
    const minted = model.cities.flatMap(({ rounds }) => rounds).filter(({ state }) => state === 'minted');
    const round = pick(minted, index);
    if (round === undefined) return;
    await world.payStages(round.id, chunkSize);
    payStagesInModel(model, round);
    expect(await world.stateOf(round.id)).toBe('ended');
  });
