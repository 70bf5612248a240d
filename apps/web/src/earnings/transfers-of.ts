import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { EARNINGS_TYPE_NAMES, EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import type { TimeRange } from '#platform/time-range.ts';

/** The lists of recharges and withdrawals, and of orders; all other transfers are earnings, or in no list. */
const LISTS: Readonly<Partial<Record<StatementKind, 'recharge' | 'withdrawal' | 'orders'>>> = {
  ...{ deposit: 'recharge', 'withdrawal-request': 'withdrawal', 'withdrawal-done': 'withdrawal' },
  ...{ 'withdrawal-returned': 'withdrawal', join: 'orders', 'principal-return': 'orders', 'mint-fee': 'orders' },
  ...{ loss: 'orders', compensation: 'orders' },
};

/**
 * Returns the screen that lists the transfers of a line of a statement, and how each came about, with its filter; null
 * without one. Orders of the period cannot be filtered: each is paid later than it joined.
 */
export function transfersOf(kind: StatementKind, { from, to }: TimeRange) {
  const type = EARNINGS_TYPE_NAMES.find((name) => EARNINGS_TYPES[name].transfer === kind);
  if (type !== undefined) return { to: '/earningsLogs', search: { type, from, to } } as const;
  const list = LISTS[kind];
  if (list === undefined) return null;
  if (list === 'orders') return { to: '/city', search: { tab: 'mine' } } as const;
  return { to: '/record', search: { kind: list, from, to } } as const;
}
