import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The kind of user that a text signs in; each scope has its own key. */
export type SignInScope = 'participant' | 'operator';

/** The page that a text names: one of the allowed domains, with its uri. */
export type SignInPlace = { readonly domain: string; readonly uri: string };

/** A nonce, and the times in its text. */
export type ComposedNonce = { readonly nonce: string; readonly issued_at: Date; readonly expires_at: Date };

/** Returns a fresh nonce for each of these texts, in their order, authenticated with the key of the scope. */
export async function composeNonces(
  db: Database,
  scope: SignInScope,
  {
    texts,
    chainId,
  }: { readonly texts: readonly (SignInPlace & { readonly address: string })[]; readonly chainId: number },
): Promise<ComposedNonce[]> {
  const { rows } = await sql<ComposedNonce>`
    select nonce, issued_at, expires_at from sign_in_compose(${scope}, ${texts.map(({ address }) => address)}::text[],
      ${texts.map(({ domain }) => domain)}::text[], ${texts.map(({ uri }) => uri)}::text[], ${chainId})`.execute(db);
  return rows;
}

/** A text that the server composed and that has not been used; its account in lower case. */
export type FoundText = SignInPlace & {
  readonly address: string;
  readonly issued_at: Date;
  readonly expires_at: Date;
  readonly expired: boolean;
};

/** Returns the texts of these nonces, in their order; null where the nonce is unknown or used. */
export async function findTexts(
  db: Database,
  scope: SignInScope,
  asked: { readonly nonces: readonly string[]; readonly places: readonly SignInPlace[]; readonly chainId: number },
): Promise<(FoundText | null)[]> {
  const { nonces, places, chainId } = asked;
  const { rows } = await sql<FoundText & { ord: number }>`
    select ord, address, domain, uri, issued_at, expires_at, expired from sign_in_find(${scope}, ${nonces}::text[],
      ${places.map(({ domain }) => domain)}::text[], ${places.map(({ uri }) => uri)}::text[], ${chainId})`.execute(db);
  const texts = new Map(rows.map(({ ord, ...text }) => [ord, text]));
  return nonces.map((_nonce, index) => texts.get(index + 1) ?? null);
}

/** Uses up the nonce of a text; returns once that is stored. */
export async function spendNonce(db: Database, scope: SignInScope, nonce: string): Promise<void> {
  await sql`select sign_in_spend(${scope}, ${nonce})`.execute(db);
}

/** A text with a verified signature, and the hash of its session's token. The address is EIP-55. */
export type SignedText = SignInPlace & {
  readonly nonce: string;
  readonly address: string;
  readonly chainId: number;
  readonly tokenHash: Buffer;
};
