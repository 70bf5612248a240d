import { ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';

/** The state of the city screen in its URL, so that back, reload and links show the same. */
export type CitySearch = {
  readonly tab?: 'mine';
  readonly city?: string;
  /** A round of the city other than its latest. */
  readonly round?: string;
  readonly status?: OrderState;
  /** The amount of the open join form, after a recharge. */
  readonly join?: string;
  /** The list of all rounds of the city is open. */
  readonly past?: 'open';
  /** The sheet of auto-mint is open. */
  readonly auto?: 'open';
  /** The order whose details are open. */
  readonly order?: string;
};

/** Returns the state of the city screen from its URL; drops malformed fields. */
export function parseCitySearch(search: Record<string, unknown>): CitySearch {
  const city = idOf(search['city']);
  const round = idOf(search['round']);
  const order = idOf(search['order']);
  const join = amountOf(search['join']);
  const status = ORDER_STATES.find((state) => state === search['status']);
  return {
    ...(search['tab'] === 'mine' ? { tab: 'mine' as const } : {}),
    ...(city === null ? {} : { city }),
    ...(city === null || round === null ? {} : { round }),
    ...(status === undefined ? {} : { status }),
    ...(join === null ? {} : { join }),
    ...(search['past'] === 'open' ? { past: 'open' as const } : {}),
    ...(search['auto'] === 'open' ? { auto: 'open' as const } : {}),
    ...(order === null ? {} : { order }),
  };
}

function idOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? text : null;
}

function amountOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,30}(\.\d{1,18})?$/.test(text) ? text : null;
}
