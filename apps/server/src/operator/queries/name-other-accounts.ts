import { ACCOUNT_KINDS, ACCOUNT_OWNERS, type AccountKind } from '@city-mint/domain/ledger/account-kinds';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/users.ts';

/** The other account of a transfer, as operators see it: its kind, and its wallet or round. */
export type OtherAccount = {
  readonly account: AccountKind;
  readonly address: string | null;
  readonly roundId: string | null;
};

/** Returns the other account of each transfer, in their order, with one query. */
export async function nameOtherAccounts(
  db: Database,
  transfers: readonly { readonly otherAccount: bigint }[],
): Promise<OtherAccount[]> {
  const others = transfers.map(({ otherAccount }) => ({
    account: kindOf(Number(otherAccount & 15n)),
    owner: otherAccount >> 8n,
  }));
  const isUser = ({ account }: { account: AccountKind }) => ACCOUNT_OWNERS[account] === 'user';
  const addressOf = await findAddresses(db, [...new Set(others.filter(isUser).map(({ owner }) => owner))]);
  return others.map(({ account, owner }) => ({
    account,
    address: ACCOUNT_OWNERS[account] === 'user' ? addressOf(owner) : null,
    roundId: ACCOUNT_OWNERS[account] === 'round' ? owner.toString() : null,
  }));
}

function kindOf(code: number): AccountKind {
  for (const kind of KINDS) if (ACCOUNT_KINDS[kind] === code) return kind;
  throw new Error(`unknown account kind ${code}`);
}

/** The keys of a constant table are its account kinds. */
const KINDS = Object.keys(ACCOUNT_KINDS) as AccountKind[];
