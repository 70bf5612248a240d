import type { EndpointKey, Endpoints, ParsedRequestOf, RefusalOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import type { Language } from '@city-mint/domain/languages';
import type { SessionToken } from './session-token.ts';

/** The caller with a valid token: a participant, or in the process of operators an operator. */
export type Caller = {
  /** EIP-55. */
  readonly address: string;
  readonly sessionHash: Buffer;
  /** Null for an operator. */
  readonly userId: bigint | null;
  /** Hash of the last accepted disclosure, or null. */
  readonly consentHash: string | null;
};

export type Participant = Caller & {
  readonly userId: bigint;
  /** The database acts for its user, not for `userId`. */
  readonly token: SessionToken;
};

type CallerOf<Who> = Who extends 'user' ? Participant : Who extends 'ops' ? Caller : Participant | null;

/** The context of a call besides its request. */
export type CallContext<Key extends EndpointKey> = {
  /** X-Request-Id: links the logs of all processes, as `callId` in lines and `call_id` in rows. */
  readonly requestId: string;
  readonly lang: Language;
  readonly ip: string;
  /** Country of the caller (ISO 3166-1 alpha-2), or null where it is unknown. */
  readonly region: string | null;
  /** The Origin header, if the caller sent one. */
  readonly origin: string | null;
  /** The owner of the session; for a call of `ops`, the operator. */
  readonly participant: CallerOf<Endpoints[Key]['who']>;
};

/** A handler's answer: the data, or a refusal by its code. Faults are thrown; one place converts them to replies. */
export type Outcome<Key extends EndpointKey> =
  | { readonly data: ReplyOf<Key> }
  | { readonly refusal: RefusalOf<Key>; readonly details?: RefusalDetails };

export type Handler<Key extends EndpointKey> = (
  request: ParsedRequestOf<Key>,
  context: CallContext<Key>,
) => Promise<Outcome<Key>>;

/** A capability's answers to its endpoints; the processes together must answer every declared endpoint to compile. */
export type Handlers<Keys extends EndpointKey = EndpointKey> = { readonly [Key in Keys]: Handler<Key> };
