import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** Texts by language, then by key. */
const previewedTexts = z.record(z.string(), z.record(z.string(), z.string()));
export type PreviewedTexts = z.output<typeof previewedTexts>;

type Preview = {
  readonly tokenHash: Buffer;
  readonly texts: PreviewedTexts;
  readonly madeBy: string;
  readonly expiresAt: Date;
};

/** Stores a preview. */
export async function insertPreview(db: Database, preview: Preview): Promise<void> {
  await db
    .insertInto('text_preview')
    .values({
      token_hash: preview.tokenHash,
      texts: JSON.stringify(preview.texts),
      made_by: preview.madeBy,
      expires_at: preview.expiresAt,
    })
    .execute();
}

/** Deletes previews that have expired. */
export async function deleteExpiredPreviews(db: Database): Promise<void> {
  await db
    .deleteFrom('text_preview')
    .where('expires_at', '<=', (now) => now.fn('now'))
    .execute();
}

/** Returns the preview with a token's hash; undefined if it does not exist or has expired. */
export async function findPreview(
  db: Database,
  tokenHash: Buffer,
): Promise<{ texts: PreviewedTexts; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom('text_preview')
    .select(['texts', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', (now) => now.fn('now'))
    .executeTakeFirst();
  return row && { texts: previewedTexts.parse(row.texts), expiresAt: row.expires_at };
}
