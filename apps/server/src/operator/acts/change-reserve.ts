import { amountInput } from '@city-mint/api-contract/wire';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { z } from 'zod';
import { fundReserve, setReserveCap } from '#rounds/reserve/commands.ts';
import { readReserve } from '#rounds/reserve/queries.ts';
import { type Act, defineAct } from '../act.ts';

/** Moves JU from the treasury to the reserve. */
export const addToReserve: Act = defineAct(z.strictObject({ amount: amountInput }), async ({ tx, params, reason }) => {
  const { amount } = params;
  const { balance, treasury } = await readReserve(tx);
  if (amount === 0n) return { refusal: 'amount-not-positive', details: { field: 'amount' } };
  if (amount > treasury) {
    return { refusal: 'treasury-too-small', details: { field: 'amount', limit: formatAmount(treasury) } };
  }
  return {
    subject: 'JU',
    before: { reserve: formatAmount(balance) },
    after: { reserve: formatAmount(tokenAmount(balance + amount)) },
    loosens: false,
    async apply() {
      await fundReserve(tx, { amount, reason });
      return undefined;
    },
  };
});

/** Sets what the reserve keeps before its surplus goes to participants. */
export const capReserve: Act = defineAct(z.strictObject({ cap: amountInput }), async ({ tx, params: { cap } }) => {
  const now = await readReserve(tx);
  if (now.cap === cap) return { refusal: 'nothing-changes', details: { field: 'cap' } };
  return {
    subject: 'JU',
    before: { cap: formatAmount(now.cap) },
    after: { cap: formatAmount(cap) },
    loosens: false,
    async apply() {
      await setReserveCap(tx, cap);
      return undefined;
    },
  };
});
