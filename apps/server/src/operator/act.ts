import type { EndpointKey, RefusalOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** Why an act cannot be done now. */
export type ActRefused = {
  readonly refusal: RefusalOf<Extract<EndpointKey, `POST /api/ops/${string}`>>;
  readonly details?: RefusalDetails;
};

/** Named figures as the public log shows them; amounts in whole units. */
export type Figures = Readonly<Record<string, string | null>>;

/** An act as it stands before it is done, everything read in the transaction that will do it. */
export type PreparedAct = {
  /** What it concerns: a part, a currency, a city, an address. */
  readonly subject: string;
  readonly before: Figures | null;
  readonly after: Figures | null;
  /** It lets more happen than before, so it takes two people. */
  readonly loosens: boolean;
  apply(): Promise<ActRefused | undefined>;
};

export type ActOrder<Params> = {
  readonly tx: Database;
  readonly params: Params;
  /** EIP-55; who wants it done. */
  readonly operator: string;
  readonly reason: string;
  /** Operators that the configuration names. */
  readonly configured: readonly string[];
};

/** A kind of act. Its parameters are plain JSON, so that a proposal can wait in a row. */
export type Act = { prepare(order: ActOrder<unknown>): Promise<PreparedAct | ActRefused> };

/** Declares a kind of act by the schema of its parameters. */
export function defineAct<Schema extends z.ZodType>(
  schema: Schema,
  prepare: (order: ActOrder<z.output<Schema>>) => Promise<PreparedAct | ActRefused>,
): Act {
  return { prepare: (order) => prepare({ ...order, params: schema.parse(order.params) }) };
}
