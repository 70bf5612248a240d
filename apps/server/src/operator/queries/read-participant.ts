import type { Database } from '#platform/database/database.ts';
import { findRegisteredUser, type RegisteredUser } from '#session/queries/participants.ts';

/** A reading of a participant by an operator, for the log of the process. */
export type ParticipantReading = {
  /** EIP-55. */
  readonly operator: string;
  /** The participant, EIP-55. */
  readonly participant: string;
  /** The name of the list, or `detail`. */
  readonly list: string;
  /** X-Request-Id of the call. */
  readonly callId: string;
};

/** An operator's call, as its handler receives it. */
type OperatorCall = { readonly participant: { readonly address: string }; readonly requestId: string };

const UNKNOWN_ADDRESS = { refusal: 'unknown-address', details: { field: 'address' } } as const;

/** Returns the result of `answer` for a participant, or the refusal of an unregistered address. */
export type ReadParticipant = <Answer>(
  asked: { readonly address: string; readonly list: string; readonly call: OperatorCall },
  answer: (user: RegisteredUser) => Promise<Answer>,
) => Promise<Answer | typeof UNKNOWN_ADDRESS>;

/** Returns a function that finds a participant for an operator's call, and reports each reading to `onRead`. */
export function createReadParticipant(db: Database, onRead: (reading: ParticipantReading) => void): ReadParticipant {
  return async ({ address, list, call }, answer) => {
    const user = await findRegisteredUser(db, address);
    if (user === undefined) return UNKNOWN_ADDRESS;
    onRead({ operator: call.participant.address, participant: address, list, callId: call.requestId });
    return answer(user);
  };
}
