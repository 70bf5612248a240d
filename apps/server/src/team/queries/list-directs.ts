import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/find-addresses.ts';
import { type Direct, findDirects } from '../store/teams.ts';

export type DirectsPage = {
  readonly items: readonly (Direct & { readonly address: string })[];
  /** The binding to go on after; null = no more data. */
  readonly next: bigint | null;
};

/** A user's direct referrals with their addresses (EIP-55), the newest binding first. */
export async function listDirects(
  db: Database,
  page: { readonly inviterId: bigint; readonly before: bigint | undefined; readonly limit: number },
): Promise<DirectsPage> {
  const found = await findDirects(db, { ...page, limit: page.limit + 1 });
  const shown = found.slice(0, page.limit);
  const addressOf = await findAddresses(
    db,
    shown.map(({ userId }) => userId),
  );
  return {
    items: shown.map((direct) => ({ ...direct, address: addressOf(direct.userId) })),
    next: found.length > page.limit ? (shown.at(-1)?.bindingId ?? null) : null,
  };
}
