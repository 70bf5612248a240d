import { AUTO_MINT_REFUSALS } from '@city-mint/domain/rounds/change-auto-mint';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  amount,
  amountInput,
  id,
  nonceInput,
  pageOf,
  pageRequest,
  signatureInput,
  signedAmount,
  time,
  wholeNumber,
} from '../wire.ts';

const settings = z.object({
  enabled: z.boolean(),
  /** JU that stays available, whatever happens. */
  keep: amount,
  /** JU per round at most; 0 = no maximum. */
  perRoundMaximum: amount,
  /** Failed rounds after which it turns itself off; 0 = never. */
  stopAfterLosses: z.int(),
  /** Rounds that are not settled in which it may have orders at the same time; 0 = any number. */
  parallelRounds: z.int(),
  /** Rounds that it joined since it was turned on and that failed. */
  failedRounds: z.int(),
  /** Goes with the next change: a change that was made for another version is refused as stale. */
  version: z.int(),
  enabledAt: time.nullable(),
  /** Why it is off; null while it is on, and before it was ever on. */
  offBecause: z.enum(['user', 'losses']).nullable(),
});

export const autoMintCycle = z.object({
  roundId: id,
  city: z.string(),
  phase: z.int(),
  number: z.int(),
  at: time,
  event: z.enum(['joined', 'skipped', 'turned-off']),
  /** Why a round was skipped. */
  reason: z
    .enum([
      'round-not-open',
      'round-full',
      'below-minimum',
      'already-in-a-round',
      'nothing-above-keep',
      'region-not-allowed',
      'consent-required',
    ])
    .nullable(),
  /** The joined amount and the rank. */
  amount: amount.nullable(),
  rank: z.int().nullable(),
  orderId: id.nullable(),
  /** Principal or refund that came back; null until the round is settled. */
  returned: amount.nullable(),
  returnedAt: time.nullable(),
  /** The outcome of the round: null until it is known, and for a round that it did not join. */
  outcome: z.enum(['minted', 'failed', 'cancelled']).nullable(),
  /** Its net result in JU, and the FMC of all stages; null until the round is settled. */
  netJu: signedAmount.nullable(),
  fmc: amount.nullable(),
});

/** Settings are sent with the switch, so that every request says whether auto-mint is on. */
function checkSwitch(
  change: { enabled?: boolean | undefined; [name: string]: unknown },
  context: z.RefinementCtx,
): void {
  const isChange = [
    'keep',
    'perRoundMaximum',
    'stopAfterLosses',
    'parallelRounds',
    'version',
    'nonce',
    'sign_hex',
  ].some((name) => change[name] !== undefined);
  if (isChange && change.enabled === undefined) {
    context.addIssue({ code: 'custom', path: ['enabled'], message: 'field-missing' });
  }
}

export const autoMintEndpoints = {
  'POST /api/biz/set/repeat': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Turns auto-mint on or off and sets its limits. Returns its settings and the log of its cycles, newest ' +
      'first. Without `enabled` it only reads. A change that permits more without a maximum per round needs the ' +
      'signature of its confirmMessage.',
    request: z
      .strictObject({
        enabled: z.boolean().optional(),
        keep: amountInput.optional(),
        perRoundMaximum: amountInput.optional(),
        stopAfterLosses: wholeNumber.optional(),
        parallelRounds: wholeNumber.optional(),
        version: wholeNumber.optional(),
        nonce: nonceInput.optional(),
        sign_hex: signatureInput.optional(),
        ...pageRequest,
      })
      .superRefine(checkSwitch),
    reply: z.object({ settings, cycles: pageOf(autoMintCycle) }),
    refusals: [...AUTO_MINT_REFUSALS, 'nonce-used-or-unknown', 'message-expired', 'signature-invalid', 'try-again'],
  }),
};
