import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { findByHash, findWithdrawalOwner } from '#assets/queries/find-by-hash.ts';
import { findAccountByUid } from '#miner/queries/accounts.ts';
import type { Database } from '#platform/database/database.ts';
import { findOrderOwner } from '#rounds/orders/queries/orders.ts';
import { findAddress } from '#session/queries/users.ts';
import { storedId } from '../wire.ts';

type Found = ReplyOf<'POST /api/ops/participants/find'>['found'][number];
type FoundRow = {
  readonly kind: Found['kind'];
  readonly id: string;
  readonly userId: bigint | null;
  readonly account: string | null;
};

/**
 * Returns the objects that a text identifies, with their owners: a 32-byte hash is a transaction or a voucher; digits
 * are an account at the exchange, a withdrawal or an order.
 */
export async function findParticipants(db: Database, text: string): Promise<Found[]> {
  const rows = text.startsWith('0x') ? await byHash(db, text.toLowerCase()) : await byNumber(db, text);
  const found = await Promise.all(
    rows.map(async ({ kind, id, userId, account }) => {
      const address = account ?? (userId === null ? null : await findAddress(db, userId));
      return address === null ? [] : [{ kind, id, address }];
    }),
  );
  return found.flat();
}

async function byHash(db: Database, hash: string): Promise<FoundRow[]> {
  return (await findByHash(db, hash)).map((row) => ({ ...row, id: row.id.toString() }));
}

async function byNumber(db: Database, digits: string): Promise<FoundRow[]> {
  const id = storedId(digits);
  const [account, withdrawal, order] = await Promise.all([
    findAccountByUid(db, digits),
    findWithdrawalOwner(db, id),
    findOrderOwner(db, id),
  ]);
  const owned = (kind: Found['kind'], userId: bigint | undefined) =>
    userId === undefined ? [] : [{ kind, id: digits, userId, account: null }];
  return [...owned('exchange-account', account?.userId), ...owned('withdrawal', withdrawal), ...owned('order', order)];
}
