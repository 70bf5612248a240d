import { divide, floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { type EndedRound, nextRound, type PhasePlan } from '../rounds/phase-plan.ts';
import type { Terms } from '../rounds/terms.ts';
import type { Crowd } from './crowd.ts';
import { createRandom, type Random } from './random.ts';
import { type Arrival, type Funds, holdRound, type SimulatedRound, type SimulatedWallet } from './simulated-round.ts';

export type SimulatedRun = {
  readonly rounds: readonly SimulatedRound[];
  /** Everybody who took part. */
  readonly wallets: readonly SimulatedWallet[];
};

/** A stop in place of the crowd's own: all come for so many rounds, and to the next one until it is this full. */
export type OwnStop = { readonly rounds: number; readonly filledBps: number };

export type RunInput = {
  readonly plan: PhasePlan;
  readonly crowd: Crowd;
  readonly funds: Funds;
  /** From 0 to 2^32 - 1; the same seed and run have the same result on every machine. */
  readonly seed: number;
  /** Which run of the seed, from 1. */
  readonly run: number;
  /** The most rounds that are simulated; a plan can have many more. */
  readonly mostRounds: number;
  readonly stop?: OwnStop | undefined;
};

/**
 * Simulates one run of a plan, round after round until one fails or all have been held, and returns each round and its
 * result for every wallet. Joins are cut and settlements computed by the code that settles real rounds.
 * docs/simulation.md
 */
export function simulateRun(input: RunInput): SimulatedRun {
  const { plan, funds, seed, run, mostRounds, stop } = input;
  const crowd = stop === undefined ? input.crowd : { ...input.crowd, stopsInRound: 0 };
  const random = createRandom(seed, run);
  const rounds: SimulatedRound[] = [];
  const everybody: SimulatedWallet[] = [];
  let visitors: SimulatedWallet[] = [];
  let newcomers = crowd.newcomers;
  let previous: EndedRound | null = null;
  let held = funds;
  while (rounds.length < mostRounds) {
    const next = nextRound(plan, previous);
    if (next.kind === 'phase-over') break;
    const { terms } = next;
    visitors = [...visitors, ...comeIn({ crowd, newcomers, number: terms.number, everybody, random })];
    const arrivals = arrivalsOf({ terms, crowd, visitors, random });
    const round = holdRound({ terms, arrivals, most: mostOf(terms, stop) }, held);
    rounds.push(round);
    held = round.funds;
    const { number, outcome, quota } = round;
    previous = { number, outcome, quota, closesAt: terms.closesAt, endedAt: terms.closesAt };
    const joined = new Set(round.orders.map(({ wallet }) => wallet));
    visitors = visitors.filter((wallet) => joined.has(wallet) && isDrawn(random, crowd.returningBps));
    newcomers = partOf(newcomers, crowd.newcomersFactor);
  }
  return { rounds, wallets: everybody.filter(({ settled }) => settled > 0) };
}

type Newcomers = {
  readonly crowd: Crowd;
  readonly newcomers: number;
  readonly number: number;
  readonly everybody: SimulatedWallet[];
  readonly random: Random;
};

/** Adds the newcomers of a round to everybody, and returns them. */
function comeIn({ crowd, newcomers, number, everybody, random }: Newcomers): SimulatedWallet[] {
  const before = everybody.length;
  const wallets = Array.from({ length: newcomers }, (): SimulatedWallet => {
    const isInvited = isDrawn(random, crowd.invitedBps) && before > 0;
    return {
      since: number,
      isAutoMint: isDrawn(random, crowd.autoMintBps),
      inviter: isInvited ? (everybody[random(0, before - 1)] ?? null) : null,
      size: drawSize(random, crowd),
      settled: 0,
      netJu: 0n,
      fmc: 0n,
      hashPower: 0n,
    };
  });
  everybody.push(...wallets);
  return wallets;
}

/** Evenly up to an end that is drawn evenly itself: on average a quarter of the way to the largest. */
function drawSize(random: Random, { smallest, largest }: Crowd): TokenAmount {
  const share = random(0, random(0, 10_000));
  return tokenAmount(smallest + floorShare(tokenAmount(largest - smallest), share));
}

function isDrawn(random: Random, bps: number): boolean {
  return random(1, 10_000) <= bps;
}

type VisitInput = {
  readonly terms: Terms;
  readonly crowd: Crowd;
  readonly visitors: readonly SimulatedWallet[];
  readonly random: Random;
};

/** Returns who of the visitors comes, in order: auto-mint at the opening, the others evenly over the window. */
function arrivalsOf({ terms, crowd, visitors, random }: VisitInput): readonly Arrival[] {
  const windowMs = terms.closesAt - terms.opensAt;
  // Everybody draws, whether the crowd stops or not: until it does, both runs of a seed are the same.
  return visitors
    .map((wallet) => ({ wallet, afterMs: wallet.isAutoMint ? 0 : random(0, windowMs - 1) }))
    .filter(({ afterMs }) => afterMs < stopOf(crowd, { number: terms.number, windowMs }))
    .toSorted((one, other) => one.afterMs - other.afterMs);
}

/** How full a round gets at most. */
function mostOf({ number, quota }: Terms, stop: OwnStop | undefined): TokenAmount {
  if (stop === undefined || number <= stop.rounds) return quota;
  return number === stop.rounds + 1 ? floorShare(quota, stop.filledBps) : ZERO;
}

/** Milliseconds after the opening from which no wallet joins any more; none does from 0. */
function stopOf(crowd: Crowd, { number, windowMs }: { number: number; windowMs: number }): number {
  if (crowd.stopsInRound === 0 || number < crowd.stopsInRound) return windowMs;
  if (number > crowd.stopsInRound) return 0;
  return partOf(windowMs, crowd.stopsAtBps);
}

/** Returns this part of a whole number, rounded down. */
function partOf(whole: number, bps: number): number {
  return Number(divide(BigInt(whole) * BigInt(bps), { by: 10_000n, rounding: 'down' }));
}
