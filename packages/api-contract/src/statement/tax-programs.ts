/** The tax programs whose own CSV a statement can be read as. */
export const TAX_PROGRAMS = ['koinly', 'cointracking'] as const;
export type TaxProgram = (typeof TAX_PROGRAMS)[number];
