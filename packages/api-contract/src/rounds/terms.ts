import {
  convertFields,
  type FieldConverters,
  type FieldKind,
  fieldsOfKind,
  mapFields,
} from '@city-mint/domain/json/field-table';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { PLAN_FIELDS } from '@city-mint/domain/rounds/phase-plan';
import { PLAN_TERM_FIELDS, TERM_FIELDS, type Terms } from '@city-mint/domain/rounds/terms';
import { z } from 'zod';
import { amount, amountInput, bps, durationInput, time, timeInput, wholeNumber } from '../wire.ts';

/** Each kind of field as replies have it: amounts in whole units. */
export const IN_REPLIES = {
  text: z.string(),
  count: z.int(),
  time,
  duration: z.int(),
  amount,
  bps,
  factor: z.int().min(0).max(100_000),
  'stage-bps': z.tuple([bps, bps, bps]),
  'stage-delays': z.tuple([z.int(), z.int(), z.int()]),
} as const satisfies Record<FieldKind, z.ZodType>;

/**
 * Each kind of field as callers send it. The bounds of a plan are checked by the domain, which lists every broken one.
 */
const IN_REQUESTS = {
  text: z.string().min(1, 'text-format').max(60, 'text-too-long'),
  count: wholeNumber,
  time: timeInput,
  duration: durationInput,
  amount: amountInput,
  bps: wholeNumber,
  factor: wholeNumber,
} as const;

/** The terms of a round, amounts in whole units. docs/money-rules.md#2-terms-of-a-round */
export const terms = z.object(
  mapFields<typeof TERM_FIELDS, typeof IN_REPLIES>(TERM_FIELDS, (_name, kind) => IN_REPLIES[kind]),
);

type InReplies = { readonly [Kind in FieldKind]: z.output<(typeof IN_REPLIES)[Kind]> };

const FORMATS: FieldConverters<InReplies> = {
  text: (text) => text,
  count: (count) => count,
  time: (ms) => ms,
  duration: (ms) => ms,
  amount: formatAmount,
  bps: (share) => share,
  factor: (multiple) => multiple,
  'stage-bps': (shares) => [...shares],
  'stage-delays': (delays) => [...delays],
};

/** Returns the terms as `terms` has them: amounts in whole units. */
export function formatTerms(roundTerms: Terms): z.output<typeof terms> {
  return convertFields(TERM_FIELDS, roundTerms, FORMATS);
}

/** The terms of a plan that are one figure each. */
export const SINGLE_TERMS = fieldsOfKind(PLAN_TERM_FIELDS, ['amount', 'bps', 'factor']);

/** A phase plan as callers send it, its terms beside it and its stages one by one; amounts in whole units. */
export const planFields = {
  ...mapFields<typeof PLAN_FIELDS, typeof IN_REQUESTS>(PLAN_FIELDS, (_name, kind) => IN_REQUESTS[kind]),
  ...mapFields<typeof SINGLE_TERMS, typeof IN_REQUESTS>(SINGLE_TERMS, (_name, kind) => IN_REQUESTS[kind]),
  firstStageBps: wholeNumber,
  secondStageBps: wholeNumber,
  thirdStageBps: wholeNumber,
  secondStageDelayMs: durationInput,
  thirdStageDelayMs: durationInput,
};
