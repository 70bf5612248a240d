import { ACCOUNT_KINDS, ACCOUNT_OWNERS, type AccountKind } from '@city-mint/domain/ledger/account-kinds';
import type { Database } from '#platform/database/database.ts';
import { findAddresses } from '#session/queries/users.ts';

/** The other account of a transfer, as operators see it: its kind, and the wallet or the round that it is of. */
export type OtherAccount = {
  readonly account: AccountKind;
  readonly address: string | null;
  readonly roundId: string | null;
};

/** Returns the other account of each transfer, in their order, with one query for all of them. */
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
  throw new Error(`no kind of account has the code ${code}`);
}

/** The names of a constant table: its keys are all of them. */
const KINDS = Object.keys(ACCOUNT_KINDS) as AccountKind[];
