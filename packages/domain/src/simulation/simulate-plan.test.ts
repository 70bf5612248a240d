import { describe, expect, test } from 'vitest';
import { SAMPLE_SIMULATION, units } from '../../testing/sample-simulation.ts';
import { simulatePlan } from './simulate-plan.ts';
import { simulateRun } from './simulate-run.ts';

const RUNS = 40;
const outlook = simulatePlan({ ...SAMPLE_SIMULATION, runs: RUNS });
const runs = Array.from({ length: RUNS }, (_unused, index) => simulateRun({ ...SAMPLE_SIMULATION, run: index + 1 }));

describe('simulatePlan', () => {
  test('the first round is held in every run, each later one where the one before was minted', () => {
    const [first, ...others] = outlook.rounds;
    expect(first && first.minted + first.failed).toBe(RUNS);
    for (const [index, round] of others.entries())
      expect(round.minted + round.failed).toBe(outlook.rounds[index]?.minted);
    expect(outlook.roundsHeld).toBe(runs.reduce((sum, { rounds }) => sum + rounds.length, 0));
  });

  test('groups are the wallets of all runs, with their sums', () => {
    const wallets = runs.flatMap((run) => run.wallets);
    const netJu = wallets.reduce((sum, wallet) => sum + wallet.netJu, 0n);
    const fmc = wallets.reduce((sum, wallet) => sum + wallet.fmc, 0n);
    for (const groups of [outlook.bySince, Object.values(outlook.byWay)]) {
      expect(groups.reduce((sum, group) => sum + group.wallets, 0)).toBe(wallets.length);
      expect(groups.reduce((sum, group) => sum + group.netJu, 0n)).toBe(netJu);
      expect(groups.reduce((sum, group) => sum + group.fmc, 0n)).toBe(fmc);
    }
    const auto = wallets.filter(({ isAutoMint }) => isAutoMint);
    expect(outlook.byWay.autoMint).toMatchObject({
      losers: auto.filter((wallet) => wallet.netJu < 0n).length,
      worstJu: auto.map((wallet) => wallet.netJu).toSorted((a, b) => Number(a - b))[0],
    });
  });

  test('failures are the failed rounds, by place; the worst one can be replayed from its run', () => {
    const failures = runs.flatMap(({ rounds }) => rounds.filter(({ outcome }) => outcome === 'failed'));
    const parts = Object.values(outlook.failed);
    expect(parts.reduce((sum, part) => sum + part.orders, 0)).toBe(failures.flatMap(({ orders }) => orders).length);
    expect(parts.reduce((sum, part) => sum + part.lost, 0n)).toBe(
      failures.reduce((sum, { loss, compensation }) => sum + loss - compensation, 0n),
    );
    // The later half is compensated before the earlier one, the late ones after both.
    const { early, later } = outlook.failed;
    expect(early.lost * later.joined).toBeGreaterThan(later.lost * early.joined);
    const { run = 0, number, loss, compensation } = outlook.worst ?? {};
    const replayed = simulateRun({ ...SAMPLE_SIMULATION, run }).rounds.at(-1);
    expect(replayed).toMatchObject({ number, loss, compensation });
    expect(
      failures.every((failure) => failure.loss - failure.compensation <= (loss ?? 0n) - (compensation ?? 0n)),
    ).toBe(true);
  });

  test('a reserve that holds nothing covers no failure; one that holds enough covers each', () => {
    const uncovered = (reserve: number) => {
      const funds = { ...SAMPLE_SIMULATION.funds, reserve: units(reserve), reserveCap: units(1_000_000) };
      const { rounds } = simulatePlan({
        ...SAMPLE_SIMULATION,
        crowd: { ...SAMPLE_SIMULATION.crowd, newcomers: 20 },
        funds,
        runs: 5,
      });
      return rounds.map((round) => [round.failed, round.uncovered]);
    };
    expect(uncovered(0)).toEqual([[5, 5]]);
    expect(uncovered(1_000)).toEqual([[5, 0]]);
  });

  test('of the runs, one in twenty lies below the low figure and one in twenty above the high one', () => {
    const [first] = outlook.rounds;
    const reserves = runs.map(({ rounds }) => rounds[0]?.funds.reserve ?? 0n).toSorted((a, b) => Number(a - b));
    expect(first?.reserve).toEqual({ low: reserves[2], middle: reserves[20], high: reserves[38] });
  });
});
