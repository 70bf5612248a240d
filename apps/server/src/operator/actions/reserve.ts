import type { reserveActions } from '@city-mint/api-contract/operator/reserve-endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { checkReserveCap } from '@city-mint/domain/rounds/check-reserve-cap';
import type { Database } from '#platform/database/database.ts';
import { fundReserve, setReserveCap } from '#rounds/reserve/commands.ts';
import { readReserve } from '#rounds/reserve/queries.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { readFirstFiguresOfDay } from '../store/actions.ts';
import { storedFigures } from '../stored-action.ts';

const RESERVE_CAP = 'reserve-cap';

export const reserveDefinitions: ActionDefinitions<keyof typeof reserveActions> = {
  async 'POST /api/ops/reserve/fund'({ tx, fields: { amount }, reason, requestId, refuse }) {
    const { balance, treasury } = await readReserve(tx);
    if (amount === 0n) return refuse('amount-not-positive', 'amount');
    if (amount > treasury) return refuse('treasury-too-small', { field: 'amount', limit: formatAmount(treasury) });
    return change({
      subject: 'reserve-funding',
      before: { reserve: formatAmount(balance), treasury: formatAmount(treasury) },
      after: {
        amount: formatAmount(amount),
        reserve: formatAmount(tokenAmount(balance + amount)),
        treasury: formatAmount(tokenAmount(treasury - amount)),
      },
      loosens: true,
      // Without a basis, because each settlement changes both balances; another funding is in the log.
      basis: {},
      async apply() {
        await fundReserve(tx, { amount, reason, signedId: requestId });
      },
    });
  },

  async 'POST /api/ops/reserve/cap'({ tx, fields: { cap }, refuse }) {
    const current = await readReserve(tx);
    if (current.cap === cap) return refuse('nothing-changes', 'cap');
    const [violation] = checkReserveCap(cap, (await readCapOneDayAgo(tx)) ?? current.cap);
    if (violation !== undefined) return refuse('setting-out-of-bounds', violation);
    return change({
      subject: RESERVE_CAP,
      loosens: true,
      before: { cap: formatAmount(current.cap) },
      after: { cap: formatAmount(cap) },
      async apply() {
        await setReserveCap(tx, cap);
      },
    });
  },
};

/** The cap a day ago; undefined if it has not changed since. */
async function readCapOneDayAgo(tx: Database): Promise<TokenAmount | undefined> {
  const cap = storedFigures(await readFirstFiguresOfDay(tx, RESERVE_CAP))?.['cap'];
  return typeof cap === 'string' ? unitsOf(cap) : undefined;
}
