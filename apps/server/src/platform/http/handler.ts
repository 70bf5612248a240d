import type { EndpointKey, Endpoints, ParsedRequestOf, RefusalOf, ReplyOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import type { Language } from '@city-mint/domain/languages';

/** What a session is valid for: the calls of a participant, or those of an operator. */
export type SessionScope = 'participant' | 'operator';

/** Who makes a call with a valid token. */
export type Participant = {
  readonly userId: bigint;
  /** EIP-55. */
  readonly address: string;
  readonly sessionHash: Buffer;
  /** Hash of the disclosure accepted last, or null. */
  readonly consentHash: string | null;
};

/** What a handler knows of its call besides the request. */
export type CallContext<Key extends EndpointKey> = {
  /** X-Request-Id: ties the logs of all processes together, as `callId` in lines and `call_id` in rows. */
  readonly requestId: string;
  readonly lang: Language;
  readonly ip: string;
  /** Country from which the call comes (ISO 3166-1 alpha-2), or null where it is not known. */
  readonly region: string | null;
  /** The Origin header, where the caller sent one. */
  readonly origin: string | null;
  /** Whose session it is; for a call of `ops`, the operator. */
  readonly participant: Endpoints[Key]['who'] extends 'user' | 'ops' ? Participant : Participant | null;
};

/** A handler's answer: the data, or a refusal by its code. Faults are thrown; one place turns them into a reply. */
export type Outcome<Key extends EndpointKey> =
  | { readonly data: ReplyOf<Key> }
  | { readonly refusal: RefusalOf<Key>; readonly details?: RefusalDetails };

export type Handler<Key extends EndpointKey> = (
  request: ParsedRequestOf<Key>,
  context: CallContext<Key>,
) => Promise<Outcome<Key>>;

/**
 * A capability's answers to its endpoints; all capabilities together must answer every declared endpoint to compile.
 */
export type Handlers<Keys extends EndpointKey = EndpointKey> = { readonly [Key in Keys]: Handler<Key> };
