import type { Stages } from '../json/field-table.ts';
import { divide, floorShare } from '../money/division.ts';
import { smallestAmount, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { acceptedAmount } from './accepted-amount.ts';
import { mintStages } from './settle-minted.ts';
import type { Terms } from './terms.ts';

/** The current state of the round, and what funds it now; JU and FMC in base units. */
export type PreviewRound = {
  readonly terms: Terms;
  readonly filled: TokenAmount;
  /** How many orders it has. */
  readonly orders: number;
  readonly reserve: { readonly balance: TokenAmount };
  readonly emission: { readonly remaining: TokenAmount };
  /** Whether an order that joins now is `late`: compensated after all others. */
  readonly late: boolean;
};

export type JoinPreview = {
  readonly accepted: TokenAmount;
  readonly rank: number;
  /** The payment of a success; each stage at least this, and a base unit more where the shares leave a rest. */
  readonly minted: {
    readonly principal: TokenAmount;
    readonly fee: TokenAmount;
    readonly stages: Stages<TokenAmount>;
    readonly total: TokenAmount;
  };
  /** The cost of a failure, with the round stopped at 40 %, 70 % and 99 % of its quota. */
  readonly failed: readonly FailurePreview[];
  /** The most that a failure can cost, before compensation. */
  readonly maximumLoss: TokenAmount;
  /** How much of the largest possible loss of the whole round the reserve covers now, 0 to 10000. */
  readonly coverageBps: number;
};

export type FailurePreview = {
  /** Where the round stops, in bps of the quota. */
  readonly stopsAtBps: number;
  /**
   * `later-orders-first`: others joined after this order up to that point and are compensated before it.
   * `all-others-first`: this order is late, and everyone else is compensated before it.
   * `last-to-join`: this order already fills the round past that point, so it is the last and is compensated first.
   * `cannot-happen`: this order fills the round, which then cannot fail; the figures are those of `last-to-join`.
   */
  readonly position: 'later-orders-first' | 'all-others-first' | 'last-to-join' | 'cannot-happen';
  readonly refund: TokenAmount;
  readonly loss: TokenAmount;
  /** At least this much. */
  readonly compensation: TokenAmount;
  /** At most this much: hash power for the loss without compensation. */
  readonly hashPower: TokenAmount;
};

const STOPS_BPS = [4_000, 7_000, 9_900] as const;

/**
 * The figures that a user sees before joining: the payment of a success, the cost of a failure, the maximum loss and
 * the coverage. docs/money-rules.md#5-settlement. The failures are the worst case for this order at each point: all
 * later amounts up to that point (for a late order: all others) count as one order whose whole loss is compensated
 * first, from the current reserve. Several smaller orders lose less by rounding and never more, so the true
 * compensation is at least the one shown.
 */
export function previewJoin(
  round: PreviewRound,
  request: { readonly amount: TokenAmount; readonly alreadyJoined: TokenAmount },
): JoinPreview {
  const { terms } = round;
  const accepted = acceptedAmount({ ...terms, filled: round.filled }, request);
  const fee = floorShare(accepted, terms.mintFeeBps);
  const [first, second, third] = mintStages(smallestAmount(terms.mintAmount, round.emission.remaining), terms.stageBps);
  const stages = [
    shareOf(first, { accepted, terms }),
    shareOf(second, { accepted, terms }),
    shareOf(third, { accepted, terms }),
  ] as const;
  const budget = floorShare(round.reserve.balance, terms.reserveDrawBps);

  return {
    accepted,
    rank: round.orders + 1,
    minted: {
      principal: tokenAmount(accepted - fee),
      fee,
      stages,
      total: tokenAmount(stages[0] + stages[1] + stages[2]),
    },
    failed: STOPS_BPS.map((stopsAtBps) => previewFailure(round, { accepted, stopsAtBps, budget })),
    maximumLoss: floorShare(accepted, terms.lossBps),
    coverageBps: coverage(terms, budget),
  };
}

function shareOf(stage: TokenAmount, { accepted, terms }: { accepted: TokenAmount; terms: Terms }): TokenAmount {
  return tokenAmount(divide(stage * accepted, { by: terms.quota, rounding: 'down' }));
}

function previewFailure(
  { terms, filled, late }: PreviewRound,
  { accepted, stopsAtBps, budget }: { accepted: TokenAmount; stopsAtBps: number; budget: TokenAmount },
): FailurePreview {
  const filledWithThis = tokenAmount(filled + accepted);
  const stopsAt = floorShare(terms.quota, stopsAtBps);
  const isLast = filledWithThis >= stopsAt;
  const later = isLast ? ZERO : tokenAmount(stopsAt - filledWithThis);
  const before = late ? tokenAmount(filled + later) : later;

  const loss = floorShare(accepted, terms.lossBps);
  const compensation = smallestAmount(loss, budget - floorShare(before, terms.lossBps));
  const hashPower = floorShare(tokenAmount(loss - compensation), terms.compensationTimesBps);
  const inTime = isLast ? 'last-to-join' : 'later-orders-first';
  const position = filledWithThis >= terms.quota ? 'cannot-happen' : late ? 'all-others-first' : inTime;
  return { stopsAtBps, position, refund: tokenAmount(accepted - loss), loss, compensation, hashPower };
}

/** `budget / (quota * lossBps)`, rounded down, at most 10000; a round that can lose nothing is fully covered. */
function coverage({ quota, lossBps }: Terms, budget: TokenAmount): number {
  if (lossBps === 0) return 10_000;
  const bps = divide(budget * 10_000n * 10_000n, { by: quota * BigInt(lossBps), rounding: 'down' });
  return bps > 10_000n ? 10_000 : Number(bps);
}
