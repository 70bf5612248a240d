import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '@city-mint/server/ledger/accounts/queries';
import type { Database } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import { fundReserve } from '@city-mint/server/rounds/reserve/commands';
import { parseEther } from 'viem';

/** First funding of the reserve: small enough that a failed round has losses that it does not cover. */
const RESERVE_FUNDING = tokenAmount(parseEther('500'));

/** Funds the reserve from the treasury as soon as the treasury is credited. Returns true once the reserve is funded. */
export async function fundReserveOnce(db: Database): Promise<boolean> {
  const earlier = await db.selectFrom('reserve_funding').select('id').limit(1).executeTakeFirst();
  if (earlier !== undefined) return true;
  const treasury = await readBalance(db, { kind: 'treasury', currency: 'JU', owner: 0n });
  if (treasury < RESERVE_FUNDING) return false;
  await inTransaction(db, (tx) => fundReserve(tx, { amount: RESERVE_FUNDING, reason: 'first funding of the reserve' }));
  return true;
}
