import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { SAMPLE_SIMULATION, units } from '../../testing/sample-simulation.ts';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { settleRound } from '../rounds/settle-round.ts';
import type { Crowd } from './crowd.ts';
import { type RunInput, type SimulatedRun, simulateRun } from './simulate-run.ts';
import type { Funds, SimulatedRound } from './simulated-round.ts';

const simulate = (change: Partial<Crowd> = {}, input: Partial<RunInput> = {}) =>
  simulateRun({ ...SAMPLE_SIMULATION, ...input, crowd: { ...SAMPLE_SIMULATION.crowd, ...change } });

const figuresOf = ({ rounds }: SimulatedRun) =>
  rounds.map(({ number, outcome, filled, orders, funds }) => ({
    number,
    outcome,
    filled,
    orders: orders.length,
    funds,
  }));

const crowds: fc.Arbitrary<Crowd> = fc
  .record({
    newcomers: fc.nat(60),
    newcomersFactor: fc.nat(20_000),
    returningBps: fc.nat(10_000),
    autoMintBps: fc.nat(10_000),
    invitedBps: fc.nat(10_000),
    smallest: fc.integer({ min: 1, max: 50 }),
    more: fc.nat(300),
    stopsInRound: fc.nat(6),
    stopsAtBps: fc.nat(10_000),
  })
  .map(({ more, smallest, ...crowd }) => ({ ...crowd, smallest: units(smallest), largest: units(smallest + more) }));

const totalJu = ({ reserve, nodes, levels, treasury, launchCosts }: Funds) =>
  reserve + nodes + levels + treasury + launchCosts;

describe('simulateRun', () => {
  test('the same seed and run have the same rounds, to the unit; others have others', () => {
    expect(figuresOf(simulate())).toEqual(figuresOf(simulate()));
    expect(figuresOf(simulate({}, { run: 2 }))).not.toEqual(figuresOf(simulate()));
    expect(figuresOf(simulate({}, { seed: 43 }))).not.toEqual(figuresOf(simulate()));
  });

  test('the figures of one seed are the same on every machine', () => {
    const { rounds, wallets } = simulate();
    const last = rounds.at(-1);
    expect({
      rounds: rounds.length,
      wallets: wallets.length,
      last: last && figuresOf({ rounds: [last], wallets }),
    }).toMatchInlineSnapshot(`
      {
        "last": [
          {
            "filled": 4586073500000000000000n,
            "funds": {
              "emission": 900000000000000000000000n,
              "launchCosts": 29122728575000000000n,
              "levels": 63749698404000000000n,
              "nodes": 63749698404000000000n,
              "reserve": 200000000000000000000n,
              "reserveCap": 200000000000000000000n,
              "treasury": 31874849202000000000n,
            },
            "number": 11,
            "orders": 176,
            "outcome": "failed",
          },
        ],
        "rounds": 11,
        "wallets": 738,
      }
    `);
  });

  test('no JU and no FMC is created or lost: the funds gain exactly the losses of the wallets', () => {
    const cases = fc.record({ crowd: crowds, seed: fc.nat(), reserve: fc.nat(400) });
    holds(
      cases,
      ({ crowd, seed, reserve }) => {
        const funds = { ...SAMPLE_SIMULATION.funds, reserve: units(reserve) };
        const { rounds, wallets } = simulate(crowd, { seed, funds, mostRounds: 8 });
        const after = rounds.at(-1)?.funds ?? funds;
        const net = wallets.reduce((sum, { netJu }) => sum + netJu, 0n);
        const fmc = wallets.reduce((sum, wallet) => sum + wallet.fmc, 0n);
        expect(net + totalJu(after)).toBe(totalJu(funds));
        expect(fmc).toBe(funds.emission - after.emission);
      },
      60,
    );
  });

  test('each round is settled as a real one with its orders would be', () => {
    const { rounds } = simulate();
    let { reserve, reserveCap: cap, emission: remaining } = SAMPLE_SIMULATION.funds;
    for (const round of rounds) {
      const orders = round.orders.map(({ amount, late }, index) => ({
        ...{ rank: index + 1, amount, late, inviter: null, inviterQualified: false },
      }));
      const terms = { ...SAMPLE_SIMULATION.plan.terms, quota: round.quota };
      const result = settleRound({
        ...{ terms, orders, cancelled: false },
        reserve: { balance: reserve, cap },
        emission: { remaining },
      });
      expect(result.outcome).toBe(round.outcome);
      if (result.outcome === 'failed')
        expect(result.totals).toMatchObject({ loss: round.loss, compensation: round.compensation });
      ({ reserve, reserveCap: cap, emission: remaining } = round.funds);
    }
    expect(rounds.map(({ outcome }) => outcome)).toEqual([...rounds.slice(1).map(() => 'minted'), 'failed']);
  });

  test('until the crowd stops, the rounds are those of a crowd that does not', () => {
    const endless = simulate({ newcomersFactor: 12_000, autoMintBps: 0 });
    const stopping = simulate({ newcomersFactor: 12_000, autoMintBps: 0, stopsInRound: 4, stopsAtBps: 1_000 });
    expect(endless.rounds.length).toBeGreaterThan(4);
    expect(stopping.rounds).toHaveLength(4);
    expect(figuresOf(stopping).slice(0, 3)).toEqual(figuresOf(endless).slice(0, 3));
    expect(stopping.rounds.at(-1)?.outcome).toBe('failed');
    expect(stopping.rounds.at(-1)?.filled).toBeGreaterThan(0n);
  });

  test('in a round where all is lost that can be, the reserve pays the last in time first, the late ones last', () => {
    const funds = { ...SAMPLE_SIMULATION.funds, reserve: units(4) };
    const { rounds } = simulate({ newcomers: 40, returningBps: 0 }, { funds });
    const [round] = rounds as [SimulatedRound];
    expect(round.outcome).toBe('failed');
    expect(round.orders.some(({ late }) => late)).toBe(true);
    const inTime = round.nets.filter((_net, index) => round.orders[index]?.late === false);
    // Without a loss from some rank on, and none of the late has anything back.
    const firstPaid = inTime.indexOf(0n);
    expect(firstPaid).toBeGreaterThan(0);
    expect(inTime.slice(firstPaid).every((net) => net === 0n)).toBe(true);
    expect(round.nets.filter((net, index) => round.orders[index]?.late === true && net === 0n)).toEqual([]);
  });

  test('no wallet comes: an empty round fails, and none loses', () => {
    const { rounds, wallets } = simulate({ newcomers: 0 });
    expect(figuresOf({ rounds, wallets })).toEqual([
      { number: 1, outcome: 'failed', filled: 0n, orders: 0, funds: SAMPLE_SIMULATION.funds },
    ]);
    expect(wallets).toEqual([]);
  });

  test('orders under the minimum are not placed; the last one is cut to the rest', () => {
    const crowd = { newcomers: 500, smallest: tokenAmount(1n), largest: tokenAmount(1n) };
    expect(simulate(crowd).rounds[0]?.orders).toEqual([]);
    const [full] = simulate({ newcomers: 500 }).rounds;
    expect(full?.filled).toBe(SAMPLE_SIMULATION.plan.firstQuota);
    expect(full?.loss).toBe(ZERO);
  });
});
