import type { Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';

/** One act as the walk tries it. */
export type ActCase = {
  /** A good request, but for its reason. */
  readonly fields: object;
  readonly people: 1 | 2;
  /** A statement whose answer the act changes, and nothing else in the walk. */
  readonly watch: string;
  /** Requests that are refused as things stand before the act, and by which word. */
  readonly refused: readonly (readonly [fields: object, error: string])[];
  /** What the same request gets once it is done; `done` where it may be done again. */
  readonly again: string;
};

/** What the cases find in the database; `db` is the owner's connection. */
export type ActWorld = { readonly db: Database; readonly operator: string };

/** Brings about what an act needs, and says how to try it. */
export type MakeCase = (world: ActWorld) => Promise<ActCase> | ActCase;

/** Fits the shape of an id and no column. */
export const HUGE_ID = '9'.repeat(19);

/** A participant with 10 JU. */
export async function newUser(db: Database): Promise<{ userId: bigint; address: string }> {
  const [userId = 0n] = await buildParticipants(db, { count: 1, available: 10n * JU });
  const { address } = await db
    .selectFrom('app_user')
    .select('address')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, address };
}
