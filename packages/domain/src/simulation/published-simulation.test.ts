import { describe, expect, test } from 'vitest';
import { SAMPLE_SIMULATION, units } from '../../testing/sample-simulation.ts';
import { planJson } from '../rounds/phase-plan.ts';
import { answerSimulation, type SimulationMessage } from './answer-simulation.ts';
import { outlookWords, roundedAmount } from './outlook-words.ts';
import {
  checkSimulation,
  expectedVisits,
  MOST_VISITS,
  parsePublication,
  parseSimulation,
  simulatePublished,
  simulationJson,
} from './published-simulation.ts';
import { simulatePlan } from './simulate-plan.ts';
import { stopAfter } from './stop-after.ts';

const { plan, crowd, seed, mostRounds } = SAMPLE_SIMULATION;
const settings = { crowd, seed, runs: 20, mostRounds };
const { reserve, reserveCap, emission } = SAMPLE_SIMULATION.funds;
const published = { ...settings, funds: { reserve, reserveCap, emission } };

describe('a published simulation', () => {
  test('default: its JSON yields the figures of the command line, run by run', () => {
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

describe('parsePublication', () => {
  const documents = (simulation: unknown, changed: object = {}) =>
    [{ ...JSON.parse(planJson(plan)), ...changed }, simulation] as const;
  const stored = JSON.parse(simulationJson(published));

  test('default: returns plan and simulation', () => {
    expect(parsePublication(...documents(stored))).toEqual({ ok: true, plan, simulation: published });
  });

  test.each<[string, readonly [unknown, unknown], string]>([
    ['no plan', [null, stored], 'plan: must be an object, is null'],
    ['no crowd', documents({ ...stored, crowd: undefined }), 'simulation: crowd: missing'],
    ['a crowd of a number', documents({ ...stored, crowd: { ...stored.crowd, smallest: 5 } }), 'base units'],
    ['a plan out of bounds', documents(stored, { windowMs: 0 }), 'windowMs: must be a whole number from'],
    ['runs without end', documents({ ...stored, runs: 1e9 }), 'runs: must be a whole number from 1 to 1000'],
    [
      'rounds without end',
      documents({ ...stored, mostRounds: 1e9 }),
      'mostRounds: must be a whole number from 1 to 200',
    ],
    [
      'a crowd that no device simulates',
      documents({ ...stored, crowd: { ...stored.crowd, newcomers: 20_000 }, runs: 1_000 }),
      'runs: must be at most 4000000 visits to rounds',
    ],
  ])('error: %s', (_name, [planDocument, simulationDocument], error) => {
    const parsed = parsePublication(planDocument, simulationDocument);
    expect(parsed).toEqual({ ok: false, error: expect.stringContaining(error) });
  });
});

describe('stopAfter', () => {
  const flattering = { ...published, crowd: { ...crowd, newcomers: 400, newcomersFactor: 10_000, stopsInRound: 0 } };

  test('default: a crowd that never stops as published loses where it does', () => {
    const stopped = stopAfter(plan, { ...flattering, mostRounds: 3 }, 3);
    expect(stopped).toEqual({ ...flattering, mostRounds: 5, stop: { rounds: 3, filledBps: 5_000 } });
    if (stopped === null) throw new Error('the plan has a fourth round');
    const [before, after] = [
      simulatePublished(plan, { ...flattering, mostRounds: 3 }),
      simulatePublished(plan, stopped),
    ];
    expect(before.worst).toBeNull();
    expect(after.worst?.loss).toBeGreaterThan(0n);
    // Until it stops, it is the crowd that was published.
    expect(after.rounds.slice(0, 3)).toEqual(before.rounds);
  });

  test('behavior: it is in place of the stop that was published', () => {
    const early = { ...published, crowd: { ...crowd, newcomers: 400, stopsInRound: 1, stopsAtBps: 0 } };
    const [first, second] = [stopAfter(plan, early, 0), stopAfter(plan, early, 1)];
    if (first === null || second === null) throw new Error('the plan has two rounds');
    // Half of the quota of 2,000, plus the excess of the last order.
    const outlook = simulatePublished(plan, first);
    expect(outlook.rounds).toMatchObject([{ failed: 20, minted: 0 }]);
    expect(outlook.worst?.joined).toBeGreaterThanOrEqual(units(1_000));
    expect(outlook.worst?.joined).toBeLessThan(units(1_100));
    expect(simulatePublished(plan, second).rounds).toMatchObject([{ minted: 20 }, { failed: 20 }]);
  });

  test('behavior: a larger crowd has fewer runs, one too large none, and a plan has only its rounds', () => {
    const steady = { ...crowd, newcomers: 1_000, newcomersFactor: 10_000, returningBps: 0, stopsInRound: 1 };
    const large = { ...published, crowd: steady, runs: 1_000 };
    expect(checkSimulation(plan, large)).toEqual([]);
    // 12 rounds of 1,000 visits.
    expect(stopAfter(plan, large, 10)?.runs).toBe(333);
    const stopped = stopAfter(plan, large, 10);
    expect(stopped !== null && expectedVisits(plan, stopped) <= MOST_VISITS).toBe(true);
    const growing = { ...large, crowd: { ...steady, newcomers: 20_000, newcomersFactor: 20_000 } };
    expect(stopAfter(plan, growing, 10)).toBeNull();
    expect(stopAfter(plan, published, plan.rounds - 1)).not.toBeNull();
    expect(stopAfter(plan, published, plan.rounds)).toBeNull();
    expect(stopAfter({ rounds: 1_000 }, published, 199)).toBeNull();
  });
});

describe('answerSimulation', () => {
  const answered = (input: Parameters<typeof answerSimulation>[0], msPerRun: number) => {
    const messages: SimulationMessage[] = [];
    let now = 0;
    answerSimulation(input, {
      post: (message) => messages.push(message),
      now: () => {
        now += msPerRun;
        return now;
      },
    });
    return messages;
  };

  test('default: posts the outlook, and how far it is only while that takes long', () => {
    const outlook = simulatePublished(plan, published);
    expect(answered({ plan, simulation: published }, 1)).toEqual([{ kind: 'done', outlook }]);
    const [first, ...more] = answered({ plan, simulation: published }, 60);
    expect(first).toEqual({ kind: 'progress', done: 2 });
    expect(more.at(-1)).toEqual({ kind: 'done', outlook });
  });

  test('error: what cannot be simulated has failed', () => {
    const broken = { ...plan, terms: undefined };
    expect(answered({ plan: Object(broken), simulation: published }, 1)).toEqual([{ kind: 'failed' }]);
  });
});

test.each([
  [0n, '0'],
  [units(3) + 129n * 10n ** 14n, '3.01'],
  [-1n, '-0.01'],
  [-units(2), '-2'],
])('roundedAmount: %s is %s', (amount, text) => {
  expect(roundedAmount(amount)).toBe(text);
});

test('outlookWords: who loses how much, where most runs fail, and where the reserve runs dry', () => {
  const outlook = simulatePlan({ ...SAMPLE_SIMULATION, runs: 20 });
  const told = outlookWords(outlook);
  const { autoMint, byHand } = outlook.byWay;
  expect(told.everybody).toMatchObject({
    wallets: autoMint.wallets + byHand.wallets,
    losers: autoMint.losers + byHand.losers,
  });
  expect(told.since.map(({ wallets }) => wallets)).toEqual(outlook.bySince.map(({ wallets }) => wallets));
  const [firstGroup] = outlook.bySince;
  expect(told.since[0]?.meanFmc).toBe((firstGroup?.fmc ?? 0n) / BigInt(firstGroup?.wallets ?? 1));
  const most = outlook.rounds.toSorted((one, other) => other.failed - one.failed)[0];
  expect(told.usualFailure).toBe(most?.number);
  const { joined, lost } = outlook.failed.early;
  expect(told.early?.lossBps).toBe(Number((lost * 10_000n + joined - 1n) / joined));
  expect(told.dryFrom).toBe(outlook.rounds.find(({ uncovered }) => uncovered > 0)?.number);
  const nobody = outlookWords(simulatePlan({ ...SAMPLE_SIMULATION, crowd: { ...crowd, newcomers: 0 }, runs: 1 }));
  expect(nobody).toMatchObject({ failures: 1, early: null, everybody: { wallets: 0, meanJu: 0n, worstJu: 0n } });
});
