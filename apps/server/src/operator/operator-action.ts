import type { Endpoints, ParsedRequestOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import type { Subject } from '@city-mint/api-contract/operator/action-subjects';
import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import type { SignedRefusal, signedFields } from '@city-mint/api-contract/operator/operator-action';
import type { FieldViolation } from '@city-mint/domain/json/field-table';
import type { Database } from '#platform/database/database.ts';
import type { PlanLimits } from '#rounds/offers/queries/plan-violations.ts';
import type { Operator } from '#session/queries/covering.ts';

/** The fields of an action's request, parsed by its endpoint's schema, without reason and signature. */
export type ActionFields<Key extends OperatorActionKey> = Omit<ParsedRequestOf<Key>, keyof typeof signedFields>;

/** An action with the fields of its request. */
export type OperatorAction<Key extends OperatorActionKey = OperatorActionKey> = {
  readonly key: Key;
  readonly fields: ActionFields<Key>;
};

/** The refusal codes of the action's own rules, as its endpoint declares them. */
export type DeclaredRefusal<Key extends OperatorActionKey> = Exclude<Endpoints[Key]['refusals'][number], SignedRefusal>;

/** The refusal codes of all actions. */
export type ActionRefusal = Endpoints[OperatorActionKey]['refusals'][number];

export type Refused<Code extends string> = { readonly refusal: Code; readonly details: RefusalDetails };

/** Named figures as the public log shows them; amounts in whole units. */
export type Figures = Readonly<Record<string, string | null>>;

/** The change of an action, read in the transaction that will apply it. */
export type ActionChange<Code extends string> = {
  /** The subject: its kind and, where there are several, which one. */
  readonly subject: Subject;
  readonly before: Figures | null;
  readonly after: Figures | null;
  /** True if the change permits more than before, so that a second operator has to confirm it. */
  readonly loosens: boolean;
  /** The figures that must be unchanged since the signature; by default all of `before`. */
  readonly basis?: Figures;
  /** Makes the change; returns a refusal if a concurrent change came first. */
  readonly apply: () => Promise<Refused<Code> | undefined>;
};

export type ActionOrder<Key extends OperatorActionKey> = {
  readonly tx: Database;
  readonly fields: ActionFields<Key>;
  /** The calling or confirming operator, EIP-55. */
  readonly operator: string;
  /** The proposing operator, EIP-55, while another operator confirms; else null. */
  readonly proposedBy: string | null;
  readonly reason: string;
  /** The id of the signed request that makes the change; that of no request while it is only tried. */
  readonly requestId: string;
  /** Operators of the configuration, EIP-55. */
  readonly configured: readonly string[];
  /** The limits that plans are checked against when they are published. */
  readonly planLimits: PlanLimits;
  /** The operator of the system, as named in the disclosure. */
  readonly runBy: Operator;
  /** Returns a refusal that the endpoint declares, with its field and the exceeded limit. */
  readonly refuse: (
    code: DeclaredRefusal<Key>,
    at:
      | (keyof ActionFields<Key> & string)
      | { readonly field: keyof ActionFields<Key> & string; readonly limit: string }
      | FieldViolation,
  ) => Refused<DeclaredRefusal<Key>>;
};

/** The change of an action, or its refusal. */
export type ActionDecision<Key extends OperatorActionKey> =
  | ActionChange<DeclaredRefusal<Key>>
  | Refused<DeclaredRefusal<Key>>;

/** Definitions by endpoint; a declared action without one does not compile. */
export type ActionDefinitions<Keys extends OperatorActionKey> = {
  readonly [Key in Keys]: (order: ActionOrder<Key>) => Promise<ActionDecision<Key>>;
};

/** Returns the change of an action, which requires only one operator unless it `loosens`. */
export function change<Code extends string = never>(
  planned: Omit<ActionChange<Code>, 'loosens'> & { readonly loosens?: boolean },
): ActionChange<Code> {
  return { loosens: false, ...planned };
}

/** Returns a refusal with its details; `ActionOrder` narrows the code to those that the endpoint declares. */
export function refuse<Code extends string>(
  refusal: Code,
  at: string | { readonly field: string; readonly limit: string } | FieldViolation,
): Refused<Code> {
  if (typeof at === 'string') return { refusal, details: { field: at } };
  return { refusal, details: { field: at.field, limit: 'limit' in at ? at.limit : at.bound } };
}
