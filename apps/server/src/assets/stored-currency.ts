import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';

/** The currency of a row's code. Throws for a code that no currency has: the row is broken. */
export function storedCurrency(code: number): Currency {
  if (code === CURRENCIES.JU) return 'JU';
  if (code === CURRENCIES.FMC) return 'FMC';
  throw new RangeError(`no currency has the code ${code}`);
}
