import { createHash, randomBytes } from 'node:crypto';
import { PREVIEW_VALID_MS } from '@city-mint/api-contract/operator/page-text-endpoints';
import type { Language } from '@city-mint/domain/languages';
import type { Database } from '#platform/database/database.ts';
import { deleteExpiredPreviews, findPreview, insertPreview, type PreviewedTexts } from '../store/previews.ts';

type NewPreview = {
  readonly key: string;
  readonly entries: readonly { readonly lang: Language; readonly text: string }[];
  /** EIP-55. */
  readonly madeBy: string;
};

/**
 * Stores texts for a preview; returns the token that opens it, and its expiry. The token is random, and only its hash
 * is stored, so that a reader of the database cannot open a preview.
 */
export async function makePreview(
  db: Database,
  { key, entries, madeBy }: NewPreview,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32);
  const expiresAt = new Date(Date.now() + PREVIEW_VALID_MS);
  const texts = Object.fromEntries(entries.map(({ lang, text }) => [lang, { [key]: text }]));
  await deleteExpiredPreviews(db);
  await insertPreview(db, { tokenHash: hashOf(token), texts, madeBy, expiresAt });
  return { token: token.toString('hex'), expiresAt };
}

/** Returns the texts that a token opens, and the expiry; undefined for an unknown or expired token. */
export async function openPreview(
  db: Database,
  token: string,
): Promise<{ texts: PreviewedTexts; expiresAt: Date } | undefined> {
  return findPreview(db, hashOf(Buffer.from(token, 'hex')));
}

function hashOf(token: Buffer): Buffer {
  return createHash('sha256').update(token).digest();
}
