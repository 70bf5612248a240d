import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { floorShare, splitByWeight } from '@city-mint/domain/money/division';
import { smallestAmount, sumAmounts, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { SettlementOrder } from '@city-mint/domain/rounds/settlement';
import { createRandom } from '@city-mint/domain/simulation/random';
import type { SettlementMoment } from '#rounds/settlement/settlement-moment.ts';

type Latest = ReplyOf<'POST /api/app/last/crowdfund'>;
type Terms = NonNullable<Latest['terms']>;

/** A published round: its terms, and the JU in the reserve. */
export type PracticeTerms = { readonly terms: Terms; readonly reserve: Latest['reserve'] };

export type PracticeRound = {
  /** JU in the round after each join, base units, in rank order. */
  readonly filled: readonly TokenAmount[];
  /** Which of the joins is the reader's, from 0. */
  readonly ownIndex: number;
  /** The reader's result by the settlement's own rules. */
  readonly moment: SettlementMoment;
};

const OTHERS = 40;
const OWN_INDEX = 13;
const PLAY_AMOUNT = unitsOf('100');
const MOST_OF_QUOTA_BPS = 1_000;
/** How far an invented crowd gets that does not fill the round. */
const [FEWEST_BPS, MOST_BPS] = [4_000, 9_500];

/** Returns the play money of an order: 100 JU, at least the round's minimum and at most a tenth of its quota. */
export function playAmount({ quota, minimum }: Pick<Terms, 'quota' | 'minimum'>): TokenAmount {
  const most = floorShare(unitsOf(quota), MOST_OF_QUOTA_BPS);
  const isAllowed = PLAY_AMOUNT >= unitsOf(minimum);
  return smallestAmount(most, isAllowed ? PLAY_AMOUNT : unitsOf(minimum));
}

/**
 * Returns a round that an invented crowd fills or does not, settled by the code that settles real ones; the same seed
 * invents the same crowd. No order has an inviter or is late, and the reserve pays no surplus.
 */
export function playRound(
  { terms, reserve }: PracticeTerms,
  { seed, fills }: { readonly seed: number; readonly fills: boolean },
): PracticeRound {
  const random = createRandom(seed, 0);
  const quota = unitsOf(terms.quota);
  const own = playAmount(terms);
  const end = fills ? quota : floorShare(quota, random(FEWEST_BPS, MOST_BPS));
  const weights = Array.from({ length: OTHERS }, () => tokenAmount(BigInt(random(1, 12))));
  const others = splitByWeight(tokenAmount(end - own), weights);
  const amounts = [...others.slice(0, OWN_INDEX), own, ...others.slice(OWN_INDEX)];
  const orders = amounts.map((amount, index) => order(amount, index + 1));
  const balance = unitsOf(reserve);
  const result = settleRound({
    terms: { ...terms, quota, mintAmount: unitsOf(terms.mintAmount) },
    reserve: { balance, cap: tokenAmount(balance + quota) },
    emission: { remaining: unitsOf(terms.mintAmount) },
    orders,
    cancelled: false,
  });
  const filled = amounts.map((_amount, index) => sumAmounts(amounts.slice(0, index + 1)));
  return { filled, ownIndex: OWN_INDEX, moment: momentOf(result, { own, terms }) };
}

function order(amount: TokenAmount, rank: number): SettlementOrder {
  return { rank, amount, inviter: null, inviterQualified: false, late: false };
}

function momentOf(
  result: ReturnType<typeof settleRound>,
  { own, terms: { city, phase, number, stageDelaysMs } }: { readonly own: TokenAmount; readonly terms: Terms },
): SettlementMoment {
  const of = { orderId: '', roundId: '', cityId: '', city, phase, number, joined: formatAmount(own) };
  if (result.outcome === 'minted') {
    const mine = ownOf(result.orders);
    const paid = mine.stages.filter((_amount, stage) => stageDelaysMs[stage] === 0);
    return {
      ...{ ...of, outcome: 'minted', netJu: formatAmount(mine.principal + mine.split - own) },
      ...{ fmc: formatAmount(sumAmounts(mine.stages)), fmcPaid: formatAmount(sumAmounts(paid)) },
      principal: formatAmount(mine.principal),
    };
  }
  if (result.outcome === 'failed') {
    const { refund, loss, compensation, hashPower } = ownOf(result.orders);
    return {
      ...{ ...of, outcome: 'failed', netJu: formatAmount(compensation - loss), isClaimed: false, isLate: false },
      ...{ refund: formatAmount(refund), loss: formatAmount(loss) },
      ...{ compensation: formatAmount(compensation), hashPower: formatAmount(hashPower) },
    };
  }
  throw new Error('a practice round is never cancelled');
}

function ownOf<Result>(orders: readonly Result[]): Result {
  const mine = orders[OWN_INDEX];
  if (mine === undefined) throw new Error('the reader has no order');
  return mine;
}
