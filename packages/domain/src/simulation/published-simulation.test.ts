import { describe, expect, test } from 'vitest';
import { SAMPLE_SIMULATION, units } from '../../testing/sample-simulation.ts';
import { outlookWords } from './outlook-words.ts';
import {
  checkSimulation,
  expectedVisits,
  parseSimulation,
  simulatePublished,
  simulationJson,
} from './published-simulation.ts';
import { simulatePlan } from './simulate-plan.ts';

const { plan, crowd, seed, mostRounds } = SAMPLE_SIMULATION;
const settings = { crowd, seed, runs: 20, mostRounds };
const { reserve, reserveCap, emission } = SAMPLE_SIMULATION.funds;
const published = { ...settings, funds: { reserve, reserveCap, emission } };

describe('a published simulation', () => {
  test('default: from its JSON it comes to the figures of the command line, run by run', () => {
    const parsed = parseSimulation(JSON.parse(simulationJson(published)));
    if (!parsed.ok) throw new Error(parsed.error);
    const done: number[] = [];
    const outlook = simulatePublished(plan, parsed.simulation, (runs) => done.push(runs));
    expect(outlook).toEqual(simulatePlan({ ...SAMPLE_SIMULATION, runs: 20 }));
    expect(done).toEqual(Array.from({ length: 20 }, (_unused, index) => index + 1));
    expect(parseSimulation({})).toMatchObject({ ok: false, error: expect.stringContaining('missing') });
  });

  test.each([
    [{ seed: 1_000_001 }, 'seed'],
    [{ runs: 1_001 }, 'runs'],
    [{ mostRounds: 0 }, 'mostRounds'],
    [{ crowd: { ...crowd, largest: units(1) } }, 'largest'],
    // More than any device simulates: every round has twice the newcomers of the one before.
    [{ crowd: { ...crowd, newcomers: 20_000, newcomersFactor: 20_000 }, runs: 1_000 }, 'runs'],
    [{ crowd: { ...crowd, newcomers: 20_000, returningBps: 10_000 }, runs: 100 }, 'runs'],
  ])('behavior: %o breaks a bound', (change, field) => {
    expect(checkSimulation(plan, { ...settings, ...change }).map((violation) => violation.field)).toEqual([field]);
  });

  test('default: visits are counted up to the round after the crowd has stopped', () => {
    expect(checkSimulation(plan, settings)).toEqual([]);
    const steady = { ...crowd, newcomers: 100, newcomersFactor: 10_000, returningBps: 5_000, stopsInRound: 1 };
    // 100 in the first round; 100 and half of them in the second.
    expect(expectedVisits(plan, { ...settings, crowd: steady, runs: 3 })).toBe(3 * 250);
  });
});

test('outlookWords: who loses how much, where most runs fail, and where the reserve runs dry', () => {
  const outlook = simulatePlan({ ...SAMPLE_SIMULATION, runs: 20 });
  const told = outlookWords(outlook);
  const { autoMint, byHand } = outlook.byWay;
  expect(told.everybody).toMatchObject({
    wallets: autoMint.wallets + byHand.wallets,
    losers: autoMint.losers + byHand.losers,
  });
  const most = outlook.rounds.toSorted((one, other) => other.failed - one.failed)[0];
  expect(told.usualFailure).toBe(most?.number);
  const { joined, lost } = outlook.failed.early;
  expect(told.early?.lossBps).toBe(Number((lost * 10_000n + joined - 1n) / joined));
  expect(told.dryFrom).toBe(outlook.rounds.find(({ uncovered }) => uncovered > 0)?.number);
  const nobody = outlookWords(simulatePlan({ ...SAMPLE_SIMULATION, crowd: { ...crowd, newcomers: 0 }, runs: 1 }));
  expect(nobody).toMatchObject({ failures: 1, early: null, everybody: { wallets: 0, meanJu: 0n, worstJu: 0n } });
});
