import { INVITER_REFUSALS, type InviterRefusal } from '@city-mint/domain/team/check-inviter';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { SignedText } from '#session/commands/confirmations.ts';

/**
 * NOTIFY channels: a verifier is notified of a request; the api is notified of its decision (payload: the text's
 * nonce).
 */
export const INVITER_REQUEST_CHANNEL = 'inviter_request_due';
export const INVITER_ANSWER_CHANNEL = 'inviter_request_decided';

/** Why a verifier did not bind: the wallet did not sign, or too late, or a rule of teams forbids it. */
export type RequestRefusal = InviterRefusal | 'signature-invalid' | 'message-expired';

/** A request by its key: the user, and the nonce of the text that they signed. */
type RequestKey = { readonly userId: bigint; readonly nonce: string };

/**
 * Stores the request of a token's user to be bound to an inviter (EIP-55), with the text that confirms it, and notifies
 * the verifiers when the transaction commits. A text that was used before changes nothing. Returns nothing.
 */
export async function insertInviterRequest(
  tx: Database,
  asked: {
    readonly token: SessionToken;
    readonly nonce: string;
    readonly inviter: string;
    readonly text: SignedText;
    readonly callId: string;
  },
): Promise<void> {
  const { token, nonce, inviter, callId, text } = asked;
  await sql`select ask_inviter_binding(${token}, ${nonce}, ${inviter}, ${callId}, ${text.message}, ${text.signature}),
    pg_notify(${INVITER_REQUEST_CHANNEL}, '')`.execute(tx);
}

/** The outcome of a request: the time of the binding, or the refusal; null while no verifier has decided. */
export type RequestOutcome = { readonly boundAt: Date } | { readonly refusal: RequestRefusal } | null;

export type AskedInviter = {
  /** EIP-55. */
  readonly inviter: string;
  readonly askedAt: Date;
  readonly outcome: RequestOutcome;
};

/** Returns a user's request with this text for this inviter (EIP-55); undefined where there is none. */
export async function findInviterRequest(
  db: Database,
  { userId, nonce, inviter }: RequestKey & { readonly inviter: string },
): Promise<AskedInviter | undefined> {
  const row = await requestsOf(db, userId)
    .where('r.nonce', '=', nonce)
    .where('r.inviter', '=', inviter)
    .executeTakeFirst();
  return row && toAsked(row);
}

/** Returns a user's newest request of the last day; undefined where there is none. */
export async function findNewestInviterRequest(db: Database, userId: bigint): Promise<AskedInviter | undefined> {
  const row = await requestsOf(db, userId)
    .where((is) => is.or([is('r.state', '=', 'waiting'), is('r.asked_at', '>', sql<Date>`now() - interval '1 day'`)]))
    .orderBy('r.asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toAsked(row);
}

/** The columns that the api's role may read. */
function requestsOf(db: Database, userId: bigint) {
  return db
    .selectFrom('inviter_request as r')
    .leftJoin('team_bind as b', (join) => join.onRef('b.user_id', '=', 'r.user_id').on('r.state', '=', 'bound'))
    .select(['r.inviter', 'r.asked_at', 'r.state', 'r.refusal', 'b.bound_at'])
    .where('r.user_id', '=', userId);
}

type RequestRow = {
  readonly inviter: string;
  readonly asked_at: Date;
  readonly refusal: string | null;
  readonly bound_at: Date | null;
};

function toAsked({ inviter, asked_at: askedAt, refusal, bound_at: boundAt }: RequestRow): AskedInviter {
  if (boundAt !== null) return { inviter, askedAt, outcome: { boundAt } };
  return { inviter, askedAt, outcome: refusal === null ? null : { refusal: refusalOf(refusal) } };
}

/** In the order of the table's check. */
const REQUEST_REFUSALS: readonly RequestRefusal[] = ['signature-invalid', 'message-expired', ...INVITER_REFUSALS];

function refusalOf(text: string): RequestRefusal {
  const refusal = REQUEST_REFUSALS.find((each) => each === text);
  if (refusal === undefined) throw new Error(`a request was refused for an unknown reason: ${text}`);
  return refusal;
}

export type DueRequest = RequestKey & {
  /** EIP-55. */
  readonly inviter: string;
  readonly message: string;
  readonly signature: string;
  readonly askedAt: Date;
  readonly callId: string | null;
};

/**
 * Leases at most `limit` due requests for `leaseMs` milliseconds and returns them, longest due first. A request whose
 * lease expires is due again: its verifier was killed before it decided.
 */
export async function claimDueRequests(
  db: Database,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<DueRequest[]> {
  const { rows } = await sql<DueRequest>`
    update inviter_request r set attempts = attempts + 1,
      due_at = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from (
      select user_id, nonce from inviter_request where state = 'waiting' and due_at <= clock_timestamp()
      order by due_at limit ${limit}::int for update skip locked
    ) due where r.user_id = due.user_id and r.nonce = due.nonce
    returning r.user_id as "userId", r.nonce, r.inviter, r.message, r.signature, r.asked_at as "askedAt",
      r.call_id as "callId"`.execute(db);
  return rows;
}

/**
 * Decides a request: refuses it as `unverified`, or binds its user to the inviter that it names, or refuses by the
 * rules of teams; notifies the waiting api. Returns the refusal, null once the user is bound, and undefined when
 * another verifier has decided. docs/money-rules.md#8-team-nodes-levels
 */
export async function decideRequest(
  db: Database,
  { userId, nonce }: RequestKey,
  unverified: RequestRefusal | null,
): Promise<RequestRefusal | null | undefined> {
  const decide =
    unverified === null
      ? sql`bind_requested_inviter(${userId}, ${nonce})`
      : sql`refuse_unverified_inviter(${userId}, ${nonce}, ${unverified})`;
  const { rows } = await sql<{ decision: string }>`
    with decided as materialized (select ${decide} as decision)
    select decision, pg_notify(${INVITER_ANSWER_CHANNEL}, ${nonce}) from decided
    where decision is not null`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return row.decision === 'bound' ? null : refusalOf(row.decision);
}

/** Schedules the next attempt, with a pause that doubles each time, up to a minute; returns once it is written. */
export async function postponeRequest(db: Database, { userId, nonce }: RequestKey, problem: string): Promise<void> {
  await sql`update inviter_request set last_error = ${problem},
      due_at = clock_timestamp() + least(60, power(2, least(attempts, 6)) / 2) * interval '1 second'
    where user_id = ${userId} and nonce = ${nonce} and state = 'waiting'`.execute(db);
}
