/** The state of the screen of settled rounds in its URL: a round, or none for the list of them. */
export type SettledSearch = {
  readonly id?: string;
  /** The rank with which its list of orders begins. */
  readonly from?: number;
};

/** Returns the state of the screen from its URL; drops malformed fields. */
export function parseSettledSearch(search: Record<string, unknown>): SettledSearch {
  const id = String(search['id']);
  if (!/^[1-9]\d{0,17}$/.test(id)) return {};
  const from = Number(search['from']);
  return Number.isSafeInteger(from) && from > 1 ? { id, from } : { id };
}
