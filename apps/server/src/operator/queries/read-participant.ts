import type { Database } from '#platform/database/database.ts';
import { findRegisteredUser, type RegisteredUser } from '#session/queries/participants.ts';

/** Who read what of whom, for the log of the process. */
export type ParticipantReading = {
  /** EIP-55. */
  readonly operator: string;
  /** The participant who was read, EIP-55. */
  readonly participant: string;
  /** The list that was read, or `detail`. */
  readonly list: string;
  /** X-Request-Id of the call. */
  readonly callId: string;
};

/** The operator's call, as its handler knows it. */
type OperatorCall = { readonly participant: { readonly address: string }; readonly requestId: string };

const UNKNOWN_ADDRESS = { refusal: 'unknown-address', details: { field: 'address' } } as const;

/** Answers a reading of one participant with what `answer` makes of them, or that the address is not registered. */
export type ReadParticipant = <Answer>(
  asked: { readonly address: string; readonly list: string; readonly call: OperatorCall },
  answer: (user: RegisteredUser) => Promise<Answer>,
) => Promise<Answer | typeof UNKNOWN_ADDRESS>;

/** Returns what finds a participant for a call of an operator, and reports each reading to `onRead`. */
export function createReadParticipant(db: Database, onRead: (reading: ParticipantReading) => void): ReadParticipant {
  return async ({ address, list, call }, answer) => {
    const user = await findRegisteredUser(db, address);
    if (user === undefined) return UNKNOWN_ADDRESS;
    onRead({ operator: call.participant.address, participant: address, list, callId: call.requestId });
    return answer(user);
  };
}
