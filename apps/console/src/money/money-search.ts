import { FUNDS, type Fund, flowDirection, fundTransferKind } from '@city-mint/api-contract/operator/fund-endpoints';
import { searchOf } from '#platform/search.ts';

const TEXTS = ['fund', 'direction', 'kind', 'change', 'city', 'source', 'open'] as const;

/** Reads what the address of the room says. */
export const parseMoneySearch = searchOf(TEXTS, ['days', 'from', 'to']);
export type MoneySearch = ReturnType<typeof parseMoneySearch>;

/** The lengths of time that flows are drawn for, in days. */
export const SPANS = [30, 90, 365] as const;

/** Returns the filters of transfers that the address names; what it has wrong is left out. */
export function transferFilters(search: MoneySearch) {
  const { from, to } = search;
  return {
    fund: chosenFund(search),
    direction: flowDirection.safeParse(search.direction).data,
    kind: fundTransferKind.safeParse(search.kind).data,
    ...(from !== undefined && to !== undefined && from < to ? { from, to } : {}),
  };
}

/** Returns the fund that is shown: the treasury unless the address names another. */
export function chosenFund({ fund }: MoneySearch): Fund {
  return FUNDS.find((name) => name === fund) ?? 'treasury';
}

/** Returns for how many days flows are drawn. */
export function chosenDays({ days }: MoneySearch): number {
  return SPANS.find((span) => span === days) ?? 30;
}
