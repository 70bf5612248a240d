import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { sumAmounts, type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { Direct } from './network.ts';

/** A direct referral as a bead of the ring; positions are percentages of the ring's square. */
export type Bead = {
  readonly direct: Direct;
  /** The performance of the leg: that of the referral and of their team, in JU. */
  readonly leg: string;
  /** The largest leg, which does not count for the small area. */
  readonly isLargest: boolean;
  readonly x: number;
  readonly y: number;
  /** The diameter. */
  readonly size: number;
};

const SMALLEST = 3.2;
const LARGEST = 9.6;
/** From this many beads on they alternate between two rings, so that each can be tapped. */
const ONE_RING = 15;
const OUTER = 43;
const INNER = 31;

/**
 * Returns the beads of direct referrals, which are sorted by performance, clockwise from the top. The area of a bead is
 * proportional to the performance of its leg.
 */
export function beadsOf(directs: readonly Direct[]): readonly Bead[] {
  const legs = directs.map(legOf);
  const [largest = ZERO] = legs.toSorted((one, other) => (one < other ? 1 : -1));
  const largestIndex = largest > 0n ? legs.indexOf(largest) : -1;
  return directs.map((direct, index) => {
    const angle = (index / directs.length) * 2 * Math.PI - Math.PI / 2;
    const radius = directs.length > ONE_RING && index % 2 === 1 ? INNER : OUTER;
    const leg = legs[index] ?? ZERO;
    const share = largest === 0n ? 0 : Number((leg * 10_000n) / largest) / 10_000;
    return {
      direct,
      leg: formatAmount(leg),
      isLargest: index === largestIndex,
      x: 50 + radius * Math.cos(angle),
      y: 50 + radius * Math.sin(angle),
      size: SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(share),
    };
  });
}

function legOf({ ownPerformance, teamPerformance }: Direct): TokenAmount {
  return sumAmounts([unitsOf(ownPerformance), unitsOf(teamPerformance)]);
}
