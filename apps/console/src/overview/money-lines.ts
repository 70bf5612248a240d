import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { sumOfTexts } from '@city-mint/domain/money/amount-text';

type Money = NonNullable<ReplyOf<'POST /api/ops/overview/money'>['money']>;

/** The lines of today's money, in the order in which they are shown, with the kinds of transfer that each sums up. */
const LINES = {
  recharges: ['deposit'],
  withdrawalsAsked: ['withdrawal-request'],
  withdrawalsPaid: ['withdrawal-done'],
  withdrawalsReturned: ['withdrawal-returned'],
  joins: ['join'],
  paidBack: ['principal-return', 'reward', 'compensation', 'mint', 'distribute', 'split'],
  outputs: ['hash-rate-output', 'node-output', 'level-output'],
  operatorPayouts: ['operator-payout'],
  funding: ['funding', 'reserve-funding'],
  fees: ['mint-fee', 'fee-share', 'loss', 'vest', 'unknown-payment'],
} as const;

export type MoneyLine = {
  readonly name: keyof typeof LINES;
  /** Decimal texts, exact; "0" where nothing moved. */
  readonly JU: string;
  readonly FMC: string;
  readonly transfers: number;
};

/** Returns today's money by line, without lines in which nothing moved. */
export function moneyLines({ flows }: Pick<Money, 'flows'>): MoneyLine[] {
  const names = Object.keys(LINES).filter((name): name is keyof typeof LINES => name in LINES);
  return names.flatMap((name) => {
    const kinds: readonly string[] = LINES[name];
    const own = flows.filter(({ kind }) => kinds.includes(kind));
    if (own.length === 0) return [];
    const sum = (currency: 'JU' | 'FMC') =>
      sumOfTexts(own.filter((flow) => flow.currency === currency).map(({ amount }) => amount));
    const transfers = own.reduce((all, flow) => all + flow.transfers, 0);
    return [{ name, JU: sum('JU'), FMC: sum('FMC'), transfers }];
  });
}
