import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { ownMined, ownPoolPart } from '@city-mint/domain/rewards/own-part';

/** The result of recomputing an earning on this device, in whole units; null if the figures contradict each other. */
export type Recomputed = {
  readonly part: string | null;
  /** `partly`: not every machine is listed, so that only a part was recomputed. */
  readonly verdict: 'agrees' | 'differs' | 'partly';
};

export type PoolFigures = ReplyOf<'POST /api/biz/profit/poolDay'>;
export type MiningFigures = ReplyOf<'POST /api/biz/fmc/day'>;

const tokens = (text: string) => tokenAmount(unitsOf(text));

/** Returns a pool's payment recomputed from the figures of its day; `amount` is the earning. */
export function recomputePool(amount: string, figures: PoolFigures): Recomputed {
  const own = ownPoolPart({
    ...figures,
    left: tokens(figures.left),
    fees: tokens(figures.fees),
    attributed: tokens(figures.attributed),
    weights: tokens(figures.weights),
  });
  if (own === null || formatAmount(own.release) !== figures.release) return { part: null, verdict: 'differs' };
  const part = formatAmount(own.part);
  return { part, verdict: part === amount ? 'agrees' : 'differs' };
}

/** Returns the output of the account's machines recomputed from the figures of its day; `amount` is the earning. */
export function recomputeMined(amount: string, figures: MiningFigures): Recomputed {
  const own = ownMined({
    dailyEmission: tokens(figures.dailyEmission),
    fullHash: tokens(figures.fullHash),
    emissionRemaining: tokens(figures.emissionRemaining),
    networkHashRate: tokens(figures.networkHashRate),
    machines: figures.machines.map(({ hashRate, count }) => ({ hashRate: tokens(hashRate), count })),
  });
  if (own === null || formatAmount(own.emission) !== figures.emission) return { part: null, verdict: 'differs' };
  const part = formatAmount(own.part);
  const listed = figures.machines.reduce((sum, { count }) => sum + count, 0);
  const rates = figures.machines.reduce((sum, { hashRate, count }) => sum + unitsOf(hashRate) * BigInt(count), 0n);
  if (listed === figures.count && formatAmount(rates) !== figures.hashRate) return { part: null, verdict: 'differs' };
  if (listed < figures.count && own.part <= unitsOf(amount)) return { part, verdict: 'partly' };
  return { part, verdict: part === amount ? 'agrees' : 'differs' };
}

/** Returns the weight that an attributed amount has with the weight of a rank, and the pool's whole balance. */
export function poolSums({ left, fees, attributed, rankWeight }: PoolFigures) {
  return {
    balance: formatAmount(unitsOf(left) + unitsOf(fees)),
    weight: formatAmount(unitsOf(attributed) * BigInt(rankWeight)),
  };
}
