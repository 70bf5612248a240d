import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { SignedText } from '#session/commands/confirmations.ts';

/** NOTIFY channels: of new requests for a verifier, and of its decisions for the api (payload: the text's nonce). */
export const AUTO_MINT_REQUEST_CHANNEL = 'auto_mint_request_due';
export const AUTO_MINT_ANSWER_CHANNEL = 'auto_mint_request_decided';

/** Why a verifier did not apply signed settings: the wallet did not sign, or too late, or others were set since. */
export const AUTO_MINT_REQUEST_REFUSALS = ['signature-invalid', 'message-expired', 'stale'] as const;
export type AutoMintRequestRefusal = (typeof AUTO_MINT_REQUEST_REFUSALS)[number];

/** The settings that a wallet signed, and the version of those that they replace; JU in base units. */
export type SignedSettings = {
  readonly keep: TokenAmount;
  readonly stopAfterLosses: number;
  readonly parallelRounds: number;
  readonly version: number;
};

/** A request by its key: the user, and the nonce of the text that they signed. */
type RequestKey = { readonly userId: bigint; readonly nonce: string };

/** Stores the request of a token's user with the text that confirms it; a text that was used changes nothing. */
export async function insertAutoMintRequest(
  tx: Database,
  asked: {
    readonly token: SessionToken;
    readonly nonce: string;
    readonly settings: SignedSettings;
    readonly country: string | null;
    readonly text: SignedText;
  },
): Promise<void> {
  const { token, nonce, settings, country, text } = asked;
  const { keep, stopAfterLosses, parallelRounds, version } = settings;
  await sql`select ask_auto_mint(${token}, ${nonce}, ${keep.toString()}::numeric, ${stopAfterLosses}::int,
    ${parallelRounds}::int, ${version}::int, ${country}::text, ${text.message}, ${text.signature})`.execute(tx);
}

export type AutoMintRequestState =
  | { readonly state: 'waiting' | 'done' }
  | { readonly refusal: AutoMintRequestRefusal };

/** Returns the state of a user's request with this text for exactly these settings; undefined where there is none. */
export async function findAutoMintRequest(
  db: Database,
  { userId, nonce, settings }: RequestKey & { readonly settings: SignedSettings },
): Promise<AutoMintRequestState | undefined> {
  const row = await db
    .selectFrom('auto_mint_request')
    .select(['state', 'refusal'])
    .where('user_id', '=', userId)
    .where('nonce', '=', nonce)
    .where('keep', '=', settings.keep)
    .where('stop_after_losses', '=', settings.stopAfterLosses)
    .where('parallel_rounds', '=', settings.parallelRounds)
    .where('version', '=', settings.version)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.refusal !== null) return { refusal: refusalOf(row.refusal) };
  return { state: row.state === 'done' ? 'done' : 'waiting' };
}

function refusalOf(text: string): AutoMintRequestRefusal {
  const refusal = AUTO_MINT_REQUEST_REFUSALS.find((each) => each === text);
  if (refusal === undefined) throw new Error(`a request was refused for an unknown reason: ${text}`);
  return refusal;
}

/** Returns the number of requests that no verifier has decided, and the age of the oldest in seconds (0 = none). */
export async function readWaitingAutoMintRequests(db: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldestSeconds: number }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(asked_at)), 0)::float8 as "oldestSeconds"
    from auto_mint_request where state = 'waiting'`.execute(db);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}

export type DueAutoMintRequest = SignedSettings &
  RequestKey & {
    readonly message: string;
    readonly signature: string;
    readonly askedAt: Date;
  };

/**
 * Leases at most `limit` due requests for `leaseMs` milliseconds and returns them. A request whose lease expires is due
 * again: its verifier was killed before it decided.
 */
export async function claimDueAutoMintRequests(
  db: Database,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<DueAutoMintRequest[]> {
  const { rows } = await sql<Omit<DueAutoMintRequest, 'keep'> & { keep: bigint }>`
    update auto_mint_request r set attempts = attempts + 1,
      due_at = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from (
      select user_id, nonce from auto_mint_request where state = 'waiting' and due_at <= clock_timestamp()
      order by due_at limit ${limit}::int for update skip locked
    ) due where r.user_id = due.user_id and r.nonce = due.nonce
    returning r.user_id as "userId", r.nonce, r.keep, r.stop_after_losses as "stopAfterLosses",
      r.parallel_rounds as "parallelRounds", r.version, r.message, r.signature, r.asked_at as "askedAt"`.execute(db);
  return rows.map(({ keep, ...row }) => ({ ...row, keep: tokenAmount(keep) }));
}

/**
 * Applies a request's settings, or refuses it as `unverified`. Returns the refusal, null once they are set, and
 * undefined when another verifier has decided. docs/money-rules.md#4-join
 */
export async function decideAutoMintRequest(
  db: Database,
  { userId, nonce }: RequestKey,
  unverified: AutoMintRequestRefusal | null,
): Promise<AutoMintRequestRefusal | null | undefined> {
  const { rows } = await sql<{ decision: string | null }>`select ${
    unverified === null
      ? sql`apply_auto_mint_request(${userId}, ${nonce})`
      : sql`refuse_auto_mint_request(${userId}, ${nonce}, ${unverified})`
  } as decision`.execute(db);
  const decision = rows[0]?.decision ?? null;
  if (decision === null) return undefined;
  return decision === 'done' ? null : refusalOf(decision);
}

/** Schedules the next attempt, with a pause that doubles each time, up to a minute; returns once it is written. */
export async function postponeAutoMintRequest(
  db: Database,
  { userId, nonce }: RequestKey,
  problem: string,
): Promise<void> {
  await sql`update auto_mint_request set last_error = ${problem},
      due_at = clock_timestamp() + least(60, power(2, least(attempts, 6)) / 2) * interval '1 second'
    where user_id = ${userId} and nonce = ${nonce} and state = 'waiting'`.execute(db);
}
