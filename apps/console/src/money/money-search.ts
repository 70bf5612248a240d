import { FUNDS, type Fund, flowDirection, fundTransferKind } from '@city-mint/api-contract/operator/fund-endpoints';
import { searchOf, spanOf } from '#platform/search.ts';

const TEXTS = ['fund', 'direction', 'kind', 'change', 'city', 'source', 'open'] as const;

/** Parses the search parameters of the room. */
export const parseMoneySearch = searchOf(TEXTS, ['days', 'from', 'to']);
export type MoneySearch = ReturnType<typeof parseMoneySearch>;

/** Selectable periods of flows, in days. */
export const SPANS = [30, 90, 365] as const;

/** Returns the filters of transfers in the address, without invalid ones. */
export function transferFilters(search: MoneySearch) {
  const { from, to } = search;
  return {
    fund: chosenFund(search),
    direction: flowDirection.safeParse(search.direction).data,
    kind: fundTransferKind.safeParse(search.kind).data,
    ...spanOf({ from, to }),
  };
}

/** Returns the selected fund; the treasury by default. */
export function chosenFund({ fund }: MoneySearch): Fund {
  return FUNDS.find((name) => name === fund) ?? 'treasury';
}

/** Returns the selected period of flows, in days. */
export function chosenDays({ days }: MoneySearch): number {
  return SPANS.find((span) => span === days) ?? 30;
}
