import type { RefusalOf, RequestOf } from '@city-mint/api-contract/endpoints';
import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import type { signedFields } from '@city-mint/api-contract/operator/operator-action';
import type { Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';

/** How the walk tries one operator action. */
export type ActionCase<Key extends OperatorActionKey = OperatorActionKey> = {
  /** The fields of a valid request, without reason and signature. */
  readonly fields: Omit<RequestOf<Key>, keyof typeof signedFields>;
  /** How many operators it takes. */
  readonly operators: 1 | 2;
  /** A statement whose result is changed by this action, and by nothing else in the walk. */
  readonly watch: string;
  /** Requests that are refused before the action, and their codes. */
  readonly refused: readonly (readonly [fields: object, code: RefusalOf<Key>])[];
  /** Codes that need another set-up, each tested separately. */
  readonly triedElsewhere?: readonly RefusalOf<Key>[];
  /** The code of the same request once it was applied; `done` if it can be repeated. */
  readonly again: RefusalOf<Key> | 'done';
};

/** Data for the cases from the database; `db` is the owner's connection, `operator` the address of the caller. */
export type CaseWorld = { readonly db: Database; readonly operator: string };

/** Cases by endpoint, each prepares the database; an action without a case does not compile. */
export type ActionCases<Keys extends OperatorActionKey> = {
  readonly [Key in Keys]: (world: CaseWorld) => Promise<ActionCase<Key>> | ActionCase<Key>;
};

/** The greatest id that has the format of one; no row has it. */
export const HUGE_ID = '9223372036854775807';

/** Adds a participant with 10 JU; returns their id and address. */
export async function newUser(db: Database): Promise<{ userId: bigint; address: string }> {
  const [userId = 0n] = await buildParticipants(db, { count: 1, available: 10n * JU });
  const { address } = await db
    .selectFrom('app_user')
    .select('address')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, address };
}
