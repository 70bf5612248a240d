/** The currencies and their fixed codes in account ids. */
export const CURRENCIES = { JU: 0, FMC: 1 } as const;
export type Currency = keyof typeof CURRENCIES;
