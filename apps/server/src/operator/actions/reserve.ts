import type { reserveActions } from '@city-mint/api-contract/operator/reserve-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { fundReserve, setReserveCap } from '#rounds/reserve/commands.ts';
import { readReserve } from '#rounds/reserve/queries.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

export const reserveDefinitions: ActionDefinitions<keyof typeof reserveActions> = {
  async 'POST /api/ops/reserve/fund'({ tx, fields: { amount }, reason, refuse }) {
    const { balance, treasury } = await readReserve(tx);
    if (amount === 0n) return refuse('amount-not-positive', 'amount');
    if (amount > treasury) return refuse('treasury-too-small', { field: 'amount', limit: formatAmount(treasury) });
    return change({
      subject: 'reserve funding',
      before: { reserve: formatAmount(balance), treasury: formatAmount(treasury) },
      after: {
        amount: formatAmount(amount),
        reserve: formatAmount(tokenAmount(balance + amount)),
        treasury: formatAmount(tokenAmount(treasury - amount)),
      },
      loosens: true,
      // Both balances change with each settlement; another funding is in the log.
      basis: {},
      async apply() {
        await fundReserve(tx, { amount, reason });
      },
    });
  },

  async 'POST /api/ops/reserve/cap'({ tx, fields: { cap }, refuse }) {
    const current = await readReserve(tx);
    if (current.cap === cap) return refuse('nothing-changes', 'cap');
    return change({
      subject: 'reserve cap',
      loosens: true,
      before: { cap: formatAmount(current.cap) },
      after: { cap: formatAmount(cap) },
      async apply() {
        await setReserveCap(tx, cap);
      },
    });
  },
};
