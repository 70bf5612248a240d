import { describeBound } from '../json/bound.ts';
import { checkFields, type FieldViolation, readFields, unless, type ValuesOf } from '../json/field-table.ts';
import { createJsonReader, type JsonPlace, type JsonReader } from '../json/json-reader.ts';
import { MAXIMUM_LATE_BPS, MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from './term-limits.ts';

/** Which round it is, and its window: `closesAt` is the first millisecond after it. */
const ROUND_FIELDS = {
  city: { kind: 'text' },
  phase: { kind: 'count' },
  number: { kind: 'count' },
  opensAt: { kind: 'time' },
  closesAt: { kind: 'time' },
} as const;

const QUOTA_FIELD = {
  /** JU at which the round is full. */
  quota: { kind: 'amount', from: 1 },
} as const;

const JOIN_FIELDS = {
  /** JU per order. */
  minimum: { kind: 'amount' },
  /** JU per wallet in this round; 0 = no maximum. */
  walletMaximum: { kind: 'amount' },
  /** The last share of the window: orders that join in it are compensated after all others. */
  lateBps: { kind: 'bps', to: MAXIMUM_LATE_BPS },
} as const;

const MINTED_FIELDS = {
  mintFeeBps: { kind: 'bps', to: MAXIMUM_MINT_FEE_BPS },
  /** FMC released on a success. */
  mintAmount: { kind: 'amount', from: 1 },
  stageBps: { kind: 'stage-bps' },
  referralBps: { kind: 'bps' },
  nodesBps: { kind: 'bps' },
  levelsBps: { kind: 'bps' },
  treasuryBps: { kind: 'bps' },
} as const;

const FAILED_FIELDS = {
  lossBps: { kind: 'bps', to: MAXIMUM_LOSS_BPS },
  /** The most of the reserve that one failure may draw. */
  reserveDrawBps: { kind: 'bps' },
  /** Hash power per unit of loss that the reserve did not cover; 20000 = 2 times. */
  compensationTimesBps: { kind: 'factor' },
} as const;

const PAYOUT_FIELDS = {
  /** When each stage is paid, counted from the settlement. */
  stageDelaysMs: { kind: 'stage-delays' },
} as const;

/** The terms that a settlement computes with. docs/money-rules.md#6-the-settlement-file */
export const SETTLEMENT_FIELDS = { ...QUOTA_FIELD, ...MINTED_FIELDS, ...FAILED_FIELDS } as const;

/** The terms that every round of a phase has. */
export const PLAN_TERM_FIELDS = { ...JOIN_FIELDS, ...MINTED_FIELDS, ...FAILED_FIELDS, ...PAYOUT_FIELDS } as const;

/**
 * The terms of a round, frozen when it is published. Their type, JSON, bounds, wire format and stored form derive from
 * this table. docs/money-rules.md#2-terms-of-a-round
 */
export const TERM_FIELDS = { ...ROUND_FIELDS, ...QUOTA_FIELD, ...PLAN_TERM_FIELDS } as const;

/** Times in UTC milliseconds, JU and FMC in base units, shares in bps. */
export type Terms = ValuesOf<typeof TERM_FIELDS>;
export type PlanTerms = ValuesOf<typeof PLAN_TERM_FIELDS>;
export type SettlementTerms = ValuesOf<typeof SETTLEMENT_FIELDS>;
export type MintedTerms = ValuesOf<typeof MINTED_FIELDS>;
export type FailedTerms = ValuesOf<typeof FAILED_FIELDS>;

/** Returns every bound that the terms break, those of single fields first; empty for valid terms. */
export function checkTerms(terms: Terms): FieldViolation[] {
  return [
    ...checkFields(TERM_FIELDS, terms),
    ...unless(terms.opensAt < terms.closesAt, 'closesAt', 'after-opening'),
    ...unless(terms.minimum <= terms.quota, 'minimum', 'at-most-quota'),
    ...checkFeeShares(terms),
  ];
}

/** Returns every bound that the settlement's terms break; empty for valid ones. */
export function checkSettlementTerms(terms: SettlementTerms): FieldViolation[] {
  return [...checkFields(SETTLEMENT_FIELDS, terms), ...checkFeeShares(terms)];
}

/** The rest of the fee after the shares goes to the reserve. */
function checkFeeShares({ referralBps, nodesBps, levelsBps, treasuryBps }: MintedTerms): FieldViolation[] {
  const isWithinFee = referralBps + nodesBps + levelsBps + treasuryBps <= 10_000;
  return unless(isWithinFee, 'referralBps + nodesBps + levelsBps + treasuryBps', 'at-most 10000');
}

/** `error` is one line with the place and the fault, e.g. `lossBps: must be a whole number from 0 to 1000`. */
export type ParsedTerms = { ok: true; terms: Terms } | { ok: false; error: string };

/** Returns the terms of a round from their JSON (`termsJson`, parsed), or an error; checks bounds too. */
export function parseTerms(document: unknown): ParsedTerms {
  const reader = createJsonReader();
  const terms = readFields(TERM_FIELDS, { reader, place: { value: document, path: '' } });
  for (const { field, bound } of checkTerms(terms)) reader.report(field, `must be ${describeBound(bound)}`);
  const error = reader.problem();
  return error === undefined ? { ok: true, terms } : { ok: false, error };
}

/** Returns the terms of a settlement file; `checkSettlementTerms` has their bounds. */
export function readSettlementTerms(reader: JsonReader, place: JsonPlace): SettlementTerms {
  return readFields(SETTLEMENT_FIELDS, { reader, place });
}
