import { sql } from 'kysely';
import type { Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { SignInPlace } from './sign-in-texts.ts';
import type { User } from './users.ts';

/**
 * NOTIFY channels: a verifier is notified of requests; the api is notified of each decision (payload: the hash of the
 * token in hex).
 */
export const SIGN_IN_REQUEST_CHANNEL = 'sign_in_requested';
export const SIGN_IN_ANSWER_CHANNEL = 'sign_in_decided';

/** Why no session was opened. */
export type SignInRefusal = 'nonce-used-or-unknown' | 'message-expired' | 'signature-invalid' | 'try-again';

/** A new session: its user, and when it ends. */
export type OpenedSession = { readonly user: User; readonly expiresAt: Date };

/** A request to open a session under the hash of its token, for the signature of the text with this nonce. */
export type SignInRequest = { readonly nonce: string; readonly tokenHash: Buffer; readonly signature: Hex };

/** The pages whose texts are valid, and the chain that they name. */
export type SignInPlaces = { readonly places: readonly SignInPlace[]; readonly chainId: number };

/** Stores requests for the verifiers; returns for each, in their order, null or why it was not stored. */
export async function submitSignIns(
  db: Database,
  requests: readonly SignInRequest[],
  { places, chainId }: SignInPlaces,
): Promise<(SignInRefusal | null)[]> {
  const { rows } = await sql<{ refusals: (string | null)[] }>`
    select sign_in_submit(${requests.map(({ nonce }) => nonce)}::text[],
      ${requests.map(({ tokenHash }) => tokenHash)}::bytea[], ${requests.map(({ signature }) => signature)}::text[],
      ${places.map(({ domain }) => domain)}::text[], ${places.map(({ uri }) => uri)}::text[],
      ${chainId}) as refusals`.execute(db);
  const refusals = rows[0]?.refusals ?? [];
  return requests.map((_request, index) => refusalOf(refusals[index] ?? null));
}

/** A verifier's decision on a request. */
export type SignInAnswer = OpenedSession | { readonly refusal: SignInRefusal };

/** A request to read the answer to, and whether it is withdrawn if there is none yet. */
export type CollectedSignIn = { readonly tokenHash: Buffer; readonly ends: boolean };

/** Returns the answers to these requests, in their order; null where none is decided. Each answer is read once. */
export async function collectSignIns(
  db: Database,
  collected: readonly CollectedSignIn[],
): Promise<(SignInAnswer | null)[]> {
  const [tokenHashes, ends] = [collected.map(({ tokenHash }) => tokenHash), collected.map((each) => each.ends)];
  const { rows } = await sql<{ ord: number; refusal: string | null; expires_at: Date } & User>`
    select ord, refusal, id, address, registered_at, consent_hash, consent_at, expires_at
    from sign_in_collect(${tokenHashes}::bytea[], ${ends}::boolean[])`.execute(db);
  const answers = new Map<number, SignInAnswer>();
  for (const { ord, refusal, expires_at: expiresAt, ...user } of rows) {
    const refused = refusalOf(refusal);
    answers.set(ord, refused === null ? { user, expiresAt } : { refusal: refused });
  }
  return collected.map((_each, index) => answers.get(index + 1) ?? null);
}

/** In the order of the table's check. */
const REFUSALS: readonly SignInRefusal[] = [
  'nonce-used-or-unknown',
  'message-expired',
  'signature-invalid',
  'try-again',
];

function refusalOf(text: string | null): SignInRefusal | null {
  const refusal = REFUSALS.find((each) => each === text);
  if (text !== null && refusal === undefined) throw new Error(`a sign-in was refused for an unknown reason: ${text}`);
  return refusal ?? null;
}

/** A request that a verifier has leased, with the parts of its text; its account in lower case. */
export type LeasedSignIn = {
  readonly token_hash: Buffer;
  readonly nonce: string;
  readonly signature: string;
  readonly address: string;
  /** Null when the server composed the text for none of the asked places. */
  readonly domain: string | null;
  readonly uri: string | null;
  readonly issued_at: Date;
  readonly expires_at: Date;
};

/** Leases at most `limit` due requests for `leaseMs` milliseconds and returns them, longest due first. */
export async function takeSignIns(
  db: Database,
  { places, chainId, limit, leaseMs }: SignInPlaces & { readonly limit: number; readonly leaseMs: number },
): Promise<LeasedSignIn[]> {
  const { rows } = await sql<LeasedSignIn>`
    select token_hash, nonce, signature, address, domain, uri, issued_at, expires_at
    from sign_in_take(${places.map(({ domain }) => domain)}::text[], ${places.map(({ uri }) => uri)}::text[],
      ${chainId}, ${limit}, ${leaseMs})`.execute(db);
  return rows;
}

/** The decision on a request for this account (EIP-55): its refusal, or null for a session. */
export type SignInDecision = {
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly refusal: Exclude<SignInRefusal, 'message-expired'> | null;
};

/** Opens the sessions of valid requests and refuses the others, in one statement; returns once that is stored. */
export async function decideSignIns(db: Database, decisions: readonly SignInDecision[]): Promise<void> {
  await sql`select sign_in_decide(${decisions.map(({ tokenHash }) => tokenHash)}::bytea[],
    ${decisions.map(({ address }) => address)}::text[],
    ${decisions.map(({ refusal }) => refusal)}::text[])`.execute(db);
}
