import { z } from 'zod';

/**
 * The kinds of figures in sentences about consequences: `count`, a whole number; `amount`, in whole units with its
 * currency; `time`, in UTC milliseconds; `code`, a value of the contract that selects the sentence.
 */
type FigureKind = 'count' | 'amount' | 'time' | 'code';

/** The figures of the present that sentences about consequences contain, with their kinds. */
export const CONSEQUENCE_FIGURES = {
  against: 'code',
  alarms: 'count',
  amount: 'amount',
  balance: 'amount',
  bargain: 'code',
  cost: 'amount',
  excess: 'amount',
  fmc: 'amount',
  held: 'amount',
  hours: 'count',
  left: 'amount',
  levels: 'amount',
  loss: 'amount',
  machines: 'count',
  nodes: 'amount',
  opensAt: 'time',
  orders: 'count',
  others: 'count',
  part: 'code',
  payments: 'count',
  price: 'amount',
  proposals: 'count',
  rounds: 'count',
  short: 'count',
  since: 'time',
  state: 'code',
  wallets: 'count',
  withdrawals: 'count',
  withdrawn: 'amount',
} as const satisfies Readonly<Record<string, FigureKind>>;

export type ConsequenceFigure = keyof typeof CONSEQUENCE_FIGURES;

/** The values of those figures by name, as texts; empty for an action whose consequence depends on none. */
export const consequence = z.record(z.string(), z.string());
