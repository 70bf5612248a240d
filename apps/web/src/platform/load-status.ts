/** The status of loading something. Data of an earlier load remain during a refresh and after a failed one. */
export type LoadStatus<Data> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly data: Data };

/** Returns the status of a query. */
export function loadStatus<Data>(query: {
  readonly data: Data | undefined;
  readonly error: unknown;
}): LoadStatus<Data> {
  if (query.data !== undefined) return { kind: 'ready', data: query.data };
  return query.error === null ? { kind: 'loading' } : { kind: 'failed', error: query.error };
}
