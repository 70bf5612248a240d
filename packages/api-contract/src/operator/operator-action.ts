import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { accountSignatureInput, hash, id, requestId, time, timeInput } from '../wire.ts';
import type { ConsequenceFigure } from './consequence.ts';
import { type ActingRole, OPERATOR_ROLES } from './operator-roles.ts';

/** Why an operator does it; published in the log of operator actions. */
export const reason = z.string().min(3, 'text-format').max(500, 'text-too-long');

/** What previews have in place of a reason, which is written after them. */
export const PREVIEWED = 'previewed';

/**
 * The fields that every operator action has in addition to its own. `signature` is the operator's EIP-712 signature
 * over the action's fields and the others of these (signed-action.ts): valid for ten minutes from `issuedAt`, once per
 * `requestId`, and as long as the subject has the `version` that `POST /api/ops/preview` returned.
 */
export const signedFields = {
  reason,
  requestId,
  issuedAt: timeInput,
  version: hash,
  signature: accountSignatureInput,
};

/** A role in a request or a reply. */
export const operatorRole = z.enum(OPERATOR_ROLES);

const PATH = 'POST /api/ops/';

/** Returns the name of an action in proposals, in the public log and in the typed data: its path below /api/ops/. */
export function actionName(key: string): string {
  return key.slice(PATH.length);
}

/** Named figures as the public log shows them; amounts in whole units. */
export const figures = z.record(z.string(), z.string().nullable());

/** Valid values of these fields that sign nothing: with them only the fields of an action are parsed. */
export const UNSIGNED = {
  reason: 'not signed',
  requestId: '00000000-0000-4000-8000-000000000000',
  issuedAt: 946_684_800_000,
  version: `0x${'0'.repeat(64)}`,
  signature: `0x${'0'.repeat(130)}`,
} as const;

/** For how long a proposal waits for its confirmation, in hours. */
export const PROPOSAL_HOURS = 24;

/** Refusals of the signature of an operator action and of who signed it, in checking order. */
export const SIGNED_REFUSALS = [
  'operator-signature-invalid',
  'signature-not-current',
  'signature-used',
  'role-too-low',
] as const;

/**
 * An action that was applied, or a proposal that a second operator can confirm until `expiresAt`; `logId` is its entry
 * in the public log.
 */
export const actionOutcome = z.object({
  state: z.enum(['done', 'proposed']),
  logId: id,
  proposalId: id.nullable(),
  expiresAt: time.nullable(),
});

/** The request of an operator action: its own fields and those of its signature. */
export type SignedRequest<Fields extends z.ZodRawShape> = z.ZodObject<Fields & typeof signedFields, z.core.$strict>;

/** Codes of the rules that every operator action has besides its own. */
export type SignedRefusal = (typeof SIGNED_REFUSALS)[number] | 'version-changed';

/** The endpoint of an operator action, the role that it takes, and the figures of its consequence. */
type ActionEndpoint<Fields extends z.ZodRawShape, Refusal extends string, Figure extends ConsequenceFigure> = Endpoint<
  SignedRequest<Fields>,
  typeof actionOutcome,
  Refusal | SignedRefusal,
  'ops'
> & {
  readonly role: ActingRole;
  readonly consequence: readonly Figure[];
};

/**
 * Declares an operator action; returns its endpoint: the fields, a reason and the operator's signature as request,
 * `actionOutcome` as reply.
 */
export function operatorAction<
  const Fields extends z.ZodRawShape,
  const Refusal extends string,
  const Figure extends ConsequenceFigure,
>(action: {
  readonly summary: string;
  /** Who may do it, or propose it where it takes two; `operator` unless given. */
  readonly role?: ActingRole;
  readonly fields: Fields;
  /**
   * The figures of the present in the sentence that says what the action will cause; a preview reads them. The sentence
   * itself is in the texts of the console. Empty where the consequence depends on no figure.
   */
  readonly consequence: readonly Figure[];
  /** Codes of the action's own rules, in the order in which they are checked. */
  readonly refusals: readonly Refusal[];
  /** A rule over several fields. */
  readonly check?: (request: z.output<SignedRequest<Fields>>, context: z.RefinementCtx) => void;
}): ActionEndpoint<Fields, Refusal, Figure> {
  const { summary, fields, consequence, refusals, check, role = 'operator' } = action;
  const request: SignedRequest<Fields> = z.strictObject({ ...fields, ...signedFields });
  const declared = endpoint({
    who: 'ops',
    rate: 'write',
    summary,
    request: check === undefined ? request : request.superRefine(check),
    reply: actionOutcome,
    refusals: [...SIGNED_REFUSALS, ...refusals, 'version-changed'],
  });
  return { ...declared, role, consequence };
}
