import type { TokenAmount } from '../money/token-amount.ts';

/**
 * The terms of a round, frozen when it is published. Times in UTC milliseconds, JU and FMC in base units, shares in
 * bps. docs/money-rules.md#2-terms-of-a-round.
 */
export type Terms = {
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly opensAt: number;
  readonly closesAt: number;
  /** JU at which the round is full. */
  readonly quota: TokenAmount;
  /** JU per order. */
  readonly minimum: TokenAmount;
  /** JU per wallet in this round; 0 = no maximum. */
  readonly walletMaximum: TokenAmount;
  readonly mintFeeBps: number;
  readonly lossBps: number;
  /** FMC released on a success. */
  readonly mintAmount: TokenAmount;
  readonly stageBps: Stages<number>;
  readonly stageDelaysMs: Stages<number>;
  readonly referralBps: number;
  readonly nodesBps: number;
  readonly levelsBps: number;
  readonly treasuryBps: number;
  /** The most of the reserve that one failure may draw. */
  readonly reserveDrawBps: number;
  /** Hash power per unit of loss that the reserve did not cover; 20000 = 2 times. */
  readonly compensationTimesBps: number;
};

/** One value for each of the first, second and third earnings stage. */
export type Stages<Value> = readonly [Value, Value, Value];

/** The terms that a settlement reads. docs/money-rules.md#6-the-settlement-file. */
export type SettlementTerms = Omit<
  Terms,
  'city' | 'phase' | 'number' | 'opensAt' | 'closesAt' | 'minimum' | 'walletMaximum' | 'stageDelaysMs'
>;

/** A broken bound: the field, and what it must be. */
export type TermsViolation = { readonly field: string; readonly bound: string };

/**
 * Every bound of docs/money-rules.md#2-terms-of-a-round that the terms break, in the order of its table; none for good
 * terms.
 */
export function checkTerms(terms: Terms): TermsViolation[] {
  return [
    ...rule('city', 'a name', terms.city !== ''),
    ...wholeNumber('phase', terms.phase, { from: 1 }),
    ...wholeNumber('number', terms.number, { from: 1 }),
    ...wholeNumber('opensAt', terms.opensAt, { from: 0 }),
    ...wholeNumber('closesAt', terms.closesAt, { from: 0 }),
    ...rule('closesAt', 'after opensAt', terms.opensAt < terms.closesAt),
    ...rule('minimum', 'at most the quota', terms.minimum <= terms.quota),
    ...terms.stageDelaysMs.flatMap((delay, stage) => wholeNumber(`stageDelaysMs[${stage}]`, delay, { from: 0 })),
    ...rule('stageDelaysMs', 'rising from 0', isRisingFromZero(terms.stageDelaysMs)),
    ...checkSettlementTerms(terms),
  ];
}

/** Every bound of docs/money-rules.md#2-terms-of-a-round that the settlement's terms break; none for good terms. */
export function checkSettlementTerms(terms: SettlementTerms): TermsViolation[] {
  return [
    ...rule('quota', 'above 0', terms.quota > 0n),
    ...wholeNumber('mintFeeBps', terms.mintFeeBps, { from: 0, to: 1_000 }),
    ...wholeNumber('lossBps', terms.lossBps, { from: 0, to: 1_000 }),
    ...rule('mintAmount', 'above 0', terms.mintAmount > 0n),
    ...terms.stageBps.flatMap((bps, stage) => wholeNumber(`stageBps[${stage}]`, bps, { from: 0, to: 10_000 })),
    ...rule('stageBps', 'of the sum 10000', sum(terms.stageBps) === 10_000),
    ...wholeNumber('referralBps', terms.referralBps, { from: 0, to: 10_000 }),
    ...wholeNumber('nodesBps', terms.nodesBps, { from: 0, to: 10_000 }),
    ...wholeNumber('levelsBps', terms.levelsBps, { from: 0, to: 10_000 }),
    ...wholeNumber('treasuryBps', terms.treasuryBps, { from: 0, to: 10_000 }),
    ...rule(
      'referralBps + nodesBps + levelsBps + treasuryBps',
      'at most 10000',
      sum([terms.referralBps, terms.nodesBps, terms.levelsBps, terms.treasuryBps]) <= 10_000,
    ),
    ...wholeNumber('reserveDrawBps', terms.reserveDrawBps, { from: 0, to: 10_000 }),
    ...wholeNumber('compensationTimesBps', terms.compensationTimesBps, { from: 0, to: 100_000 }),
  ];
}

function wholeNumber(field: string, value: number, { from, to }: { from: number; to?: number }): TermsViolation[] {
  const bound = to === undefined ? `a whole number from ${from}` : `a whole number from ${from} to ${to}`;
  return rule(field, bound, Number.isSafeInteger(value) && value >= from && (to === undefined || value <= to));
}

function rule(field: string, bound: string, holds: boolean): TermsViolation[] {
  return holds ? [] : [{ field, bound }];
}

function isRisingFromZero([first, second, third]: Stages<number>): boolean {
  return first === 0 && first < second && second < third;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
