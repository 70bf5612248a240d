import { formatAmount } from '../money/amount-text.ts';
import { divide } from '../money/division.ts';
import type { FailedPart, GroupOutlook, Outlook } from './simulate-plan.ts';

/** A part of a failed round in words: how many orders of all runs, and their loss per JU in bps, rounded up. */
export type PartWords = { readonly orders: number; readonly lossBps: number };

/** A group of wallets in words; JU and FMC in base units, means rounded down. */
export type GroupWords = {
  readonly wallets: number;
  readonly losers: number;
  readonly meanJu: bigint;
  readonly meanFmc: bigint;
  readonly worstJu: bigint;
};

/** Returns an amount of base units in whole units with two decimals, rounded towards minus infinity: "-0.15". */
export function roundedAmount(amount: bigint): string {
  return formatAmount(divide(amount, { by: 10n ** 16n, rounding: 'down' }) * 10n ** 16n);
}

/** An outlook in words: who loses how much when the crowd stops coming, and where the reserve runs dry. */
export type OutlookWords = {
  readonly runs: number;
  /** Runs that ended with a failed round. */
  readonly failures: number;
  /** The round in which most of them failed; null when none did. */
  readonly usualFailure: number | null;
  readonly everybody: GroupWords;
  readonly autoMint: GroupWords;
  readonly byHand: GroupWords;
  /** By the round in which they first came: the first entry is round 1. */
  readonly since: readonly GroupWords[];
  /** By place in the failed round; null when it had no such orders. */
  readonly early: PartWords | null;
  readonly later: PartWords | null;
  readonly late: PartWords | null;
  /** Failed rounds whose loss the reserve did not cover, and the first round in which that happened. */
  readonly uncovered: number;
  readonly dryFrom: number | null;
};

/** Returns the figures of an outlook that its words are made of. docs/simulation.md */
export function outlookWords({ runs, rounds, bySince, byWay, failed }: Outlook): OutlookWords {
  const [mostFailed] = rounds.toSorted((one, other) => other.failed - one.failed);
  const { autoMint, byHand } = byWay;
  return {
    runs,
    failures: rounds.reduce((sum, round) => sum + round.failed, 0),
    usualFailure: mostFailed === undefined || mostFailed.failed === 0 ? null : mostFailed.number,
    everybody: groupWords(bothOf(autoMint, byHand)),
    autoMint: groupWords(autoMint),
    byHand: groupWords(byHand),
    since: bySince.map(groupWords),
    early: partWords(failed.early),
    later: partWords(failed.later),
    late: partWords(failed.late),
    uncovered: rounds.reduce((sum, round) => sum + round.uncovered, 0),
    dryFrom: rounds.find(({ uncovered }) => uncovered > 0)?.number ?? null,
  };
}

function bothOf(one: GroupOutlook, other: GroupOutlook): GroupOutlook {
  if (one.wallets === 0 || other.wallets === 0) return one.wallets === 0 ? other : one;
  return {
    wallets: one.wallets + other.wallets,
    losers: one.losers + other.losers,
    netJu: one.netJu + other.netJu,
    worstJu: one.worstJu - other.worstJu < 0n ? one.worstJu : other.worstJu,
    fmc: one.fmc + other.fmc,
  };
}

function groupWords({ wallets, losers, netJu, worstJu, fmc }: GroupOutlook): GroupWords {
  const mean = (sum: bigint) => (wallets === 0 ? 0n : divide(sum, { by: BigInt(wallets), rounding: 'down' }));
  return { wallets, losers, meanJu: mean(netJu), meanFmc: mean(fmc), worstJu };
}

function partWords({ orders, joined, lost }: FailedPart): PartWords | null {
  if (orders === 0) return null;
  return { orders, lossBps: Number(divide(lost * 10_000n, { by: joined, rounding: 'up' })) };
}
