import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import type { EarningsType } from '@city-mint/domain/rewards/earnings-types';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { pageReader } from '#platform/page-reader.ts';
import type { TimeRange } from '#platform/time-range.ts';

const REFRESH_MS = 15_000;

export type EarningsFilter = { readonly type?: EarningsType } & Partial<TimeRange>;

/** Query keys of earnings and statements. The keys contain the account. */
export const earningsKeys = {
  totals: (address: string) => ['earning-totals', address] as const,
  spans: (address: string, type: EarningsType | undefined, bounds: readonly number[]) =>
    ['earning-spans', address, type ?? null, bounds] as const,
  list: (address: string, filter: EarningsFilter) => ['earnings', address, filter] as const,
  statement: (address: string, { from, to }: TimeRange) => ['statement', address, from, to] as const,
};

/** The account's earnings by type and stage, and the next due payout. */
export function totalsQuery(address: string) {
  return queryOptions({
    queryKey: earningsKeys.totals(address),
    queryFn: ({ signal }) => readApi('GET /api/biz/profit/view', {}, signal),
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** Returns the query of the sums of earnings, of one type or all, between bounds: days, or months. */
export function spansQuery(
  address: string,
  { type, bounds }: { readonly type?: EarningsType | undefined; readonly bounds: readonly number[] },
) {
  return queryOptions({
    queryKey: earningsKeys.spans(address, type, bounds),
    queryFn: ({ signal }) =>
      readApi('POST /api/biz/profit/spans', { bounds: [...bounds], ...(type === undefined ? {} : { type }) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

type Earning = ReplyOf<'POST /api/biz/aic/profits'>['items'][number];

/** Returns the key of an earning in its list. */
export const earningKey = ({ type, transferId, day, stage }: Earning) => `${type} ${transferId ?? day} ${stage}`;

/** The account's earnings in pages, newest first. */
export function earningsQuery(address: string, filter: EarningsFilter) {
  return infiniteQueryOptions({
    queryKey: earningsKeys.list(address, filter),
    queryFn: pageReader<ReplyOf<'POST /api/biz/aic/profits'>>(
      (page, signal) => readApi('POST /api/biz/aic/profits', { ...filter, ...page }, signal),
      earningKey,
    ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: 'always',
    meta: { silent: true, copiedFor: address },
  });
}

/** The statement of a period. */
export function statementQuery(address: string, range: TimeRange) {
  return queryOptions({
    queryKey: earningsKeys.statement(address, range),
    queryFn: ({ signal }) =>
      readStatement(range, signal).catch((error: unknown) => {
        // If the device's clock is ahead, end at the server's current time.
        const to = error instanceof RefusalError && error.error === 'date-in-future' ? Number(error.details.limit) : 0;
        if (!(to > range.from)) throw error;
        return readStatement({ ...range, to }, signal);
      }),
    staleTime: 60_000,
    meta: { copiedFor: address },
  });
}

async function readStatement(range: TimeRange, signal: AbortSignal) {
  const statement = await readApi('POST /api/app/user/statement', { ...range, format: 'json' }, signal);
  if (statement.format !== 'json') throw new Error('the statement was asked for as JSON');
  return statement;
}
