import { divide } from '../money/division.ts';
import { type RunInput, type SimulatedRun, simulateRun } from './simulate-run.ts';
import type { Funds, SimulatedRound, SimulatedWallet } from './simulated-round.ts';

/** Where a figure lies over the runs: 5 of 100 are below `low`, half below `middle`, 5 of 100 above `high`. */
export type Spread = { readonly low: bigint; readonly middle: bigint; readonly high: bigint };

/** The rounds of one number over all runs that reached it; amounts in base units, funds as they are after it. */
export type RoundOutlook = {
  readonly number: number;
  readonly minted: number;
  readonly failed: number;
  /** Failed rounds in which the reserve did not make good the whole loss. */
  readonly uncovered: number;
  /** How full it got, in bps of the quota. */
  readonly filledBps: Spread;
  readonly reserve: Spread;
  readonly emission: Spread;
  readonly nodes: Spread;
  readonly levels: Spread;
  readonly treasury: Spread;
  readonly launchCosts: Spread;
};

/** The results of a group of wallets over all rounds; JU and FMC in base units. */
export type GroupOutlook = {
  readonly wallets: number;
  /** Those that ended with less JU than they came with, FMC not counted. */
  readonly losers: number;
  readonly netJu: bigint;
  /** The lowest result of a single wallet. */
  readonly worstJu: bigint;
  readonly fmc: bigint;
};

/** The orders of one part of the failed rounds; JU in base units. */
export type FailedPart = { readonly orders: number; readonly joined: bigint; readonly lost: bigint };

/** The failed round that cost its participants most after compensation. */
export type WorstFailure = {
  readonly run: number;
  readonly number: number;
  readonly orders: number;
  readonly joined: bigint;
  readonly loss: bigint;
  readonly compensation: bigint;
};

/** The results of a plan over many runs with the same crowd. docs/simulation.md */
export type Outlook = {
  readonly seed: number;
  readonly runs: number;
  /** Rounds and orders of all runs. */
  readonly roundsHeld: number;
  readonly ordersPlaced: number;
  readonly rounds: readonly RoundOutlook[];
  /** By the round in which they first came: the first entry is round 1. */
  readonly bySince: readonly GroupOutlook[];
  readonly byWay: { readonly autoMint: GroupOutlook; readonly byHand: GroupOutlook };
  /** By place in the failed round: orders in time by halves of their ranks, and those that were late. */
  readonly failed: { readonly early: FailedPart; readonly later: FailedPart; readonly late: FailedPart };
  /** Null when no run failed. */
  readonly worst: WorstFailure | null;
};

/** An outlook that is put together run by run. */
export type GrowingOutlook = {
  /** Simulates one run of the seed and adds it. */
  addRun(run: number): void;
  /** Returns the outlook of the runs that were added. */
  result(): Outlook;
};

/**
 * Simulates a plan `runs` times and returns the results of its rounds, funds and participants. The same input has the
 * same outlook on every machine. docs/simulation.md
 */
export function simulatePlan({ runs, ...input }: Omit<RunInput, 'run'> & { readonly runs: number }): Outlook {
  const outlook = startOutlook(input);
  for (let run = 1; run <= runs; run += 1) outlook.addRun(run);
  return outlook.result();
}

/** Returns the outlook of no run yet. */
export function startOutlook(input: Omit<RunInput, 'run'>): GrowingOutlook {
  const rounds: SimulatedRound[][] = [];
  const since: GroupTotal[] = [];
  const byWay = { autoMint: newGroup(), byHand: newGroup() };
  const failed = { early: newPart(), later: newPart(), late: newPart() };
  let worst: WorstFailure | null = null;
  let [runs, ordersPlaced] = [0, 0];
  return {
    addRun(run) {
      runs += 1;
      const result = simulateRun({ ...input, run });
      for (const wallet of result.wallets) {
        addWallet(entryOf(since, wallet.since - 1, newGroup), wallet);
        addWallet(wallet.isAutoMint ? byWay.autoMint : byWay.byHand, wallet);
      }
      for (const round of result.rounds) {
        entryOf(rounds, round.number - 1, () => []).push(withoutOrders(round));
        ordersPlaced += round.orders.length;
      }
      const failure = failureOf(result);
      if (failure === undefined) return;
      addFailure(failed, failure);
      worst = worseOf(worst, { run, failure });
    },
    result: () => ({
      seed: input.seed,
      runs,
      roundsHeld: rounds.reduce((sum, { length }) => sum + length, 0),
      ordersPlaced,
      rounds: rounds.map((held, index) => roundOutlook(index + 1, held)),
      bySince: Array.from(since, (group) => group ?? newGroup()),
      byWay,
      failed,
      worst,
    }),
  };
}

/** Returns the entry of a list at this index, which is added when there is none. */
function entryOf<Entry>(list: Entry[], index: number, make: () => Entry): Entry {
  const entry = list[index] ?? make();
  list[index] = entry;
  return entry;
}

/** Returns the failed round of a run, which is the last one; undefined when it had no orders. */
function failureOf({ rounds }: SimulatedRun): SimulatedRound | undefined {
  return rounds.findLast(({ outcome, orders }) => outcome === 'failed' && orders.length > 0);
}

/** All rounds are in memory until the end, without their orders. */
function withoutOrders(round: SimulatedRound): SimulatedRound {
  return { ...round, orders: [], nets: [] };
}

function roundOutlook(number: number, held: readonly SimulatedRound[]): RoundOutlook {
  const failed = held.filter(({ outcome }) => outcome === 'failed');
  const fund = (name: keyof Funds) => spreadOf(held.map(({ funds }) => funds[name]));
  return {
    number,
    minted: held.length - failed.length,
    failed: failed.length,
    uncovered: failed.filter(({ loss, compensation }) => compensation < loss).length,
    filledBps: spreadOf(held.map(({ filled, quota }) => divide(filled * 10_000n, { by: quota, rounding: 'down' }))),
    reserve: fund('reserve'),
    emission: fund('emission'),
    nodes: fund('nodes'),
    levels: fund('levels'),
    treasury: fund('treasury'),
    launchCosts: fund('launchCosts'),
  };
}

function spreadOf(values: readonly bigint[]): Spread {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const at = (percent: bigint) =>
    sorted[Number(divide(BigInt(sorted.length) * percent, { by: 100n, rounding: 'down' }))];
  return { low: at(5n) ?? 0n, middle: at(50n) ?? 0n, high: at(95n) ?? 0n };
}

type GroupTotal = { -readonly [Field in keyof GroupOutlook]: GroupOutlook[Field] };
type PartTotal = { -readonly [Field in keyof FailedPart]: FailedPart[Field] };

function newGroup(): GroupTotal {
  return { wallets: 0, losers: 0, netJu: 0n, worstJu: 0n, fmc: 0n };
}

function addWallet(group: GroupTotal, { netJu, fmc }: SimulatedWallet): void {
  if (group.wallets === 0 || netJu < group.worstJu) group.worstJu = netJu;
  group.wallets += 1;
  if (netJu < 0n) group.losers += 1;
  group.netJu += netJu;
  group.fmc += fmc;
}

function newPart(): PartTotal {
  return { orders: 0, joined: 0n, lost: 0n };
}

function addFailure(parts: Record<keyof Outlook['failed'], PartTotal>, { orders, nets }: SimulatedRound): void {
  const inTime = orders.filter(({ late }) => !late).length;
  let rank = 0;
  for (const [index, { amount, late }] of orders.entries()) {
    if (!late) rank += 1;
    const part = late ? parts.late : rank * 2 <= inTime ? parts.early : parts.later;
    part.orders += 1;
    part.joined += amount;
    part.lost -= nets[index] ?? 0n;
  }
}

function worseOf(
  worst: WorstFailure | null,
  { run, failure }: { readonly run: number; readonly failure: SimulatedRound },
): WorstFailure {
  const { number, orders, filled: joined, loss, compensation } = failure;
  if (worst !== null && worst.loss - worst.compensation >= loss - compensation) return worst;
  return { run, number, orders: orders.length, joined, loss, compensation };
}
