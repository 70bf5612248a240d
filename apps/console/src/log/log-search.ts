/** Search parameters of the log: its filters, and the open entry. */
export type LogSearch = {
  readonly operator?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** UTC milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly entry?: string | undefined;
};

/** Returns the valid search parameters of an address, without the others. */
export function parseLogSearch(search: Readonly<Record<string, unknown>>): LogSearch {
  const text = (name: string) => {
    const value = search[name];
    const known = typeof value === 'number' ? String(value) : value;
    return typeof known === 'string' && known !== '' ? { [name]: known } : {};
  };
  const time = (name: string) => {
    const value = Number(search[name]);
    return search[name] !== undefined && Number.isSafeInteger(value) ? { [name]: value } : {};
  };
  return {
    ...{ ...text('operator'), ...text('action'), ...text('subject'), ...text('entry') },
    ...{ ...time('from'), ...time('to') },
  };
}
