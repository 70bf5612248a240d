import { Button } from '@city-mint/ui/button.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { Spinner } from '@city-mint/ui/spinner.tsx';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from './error-state.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { type Groups, VirtualList } from './virtual-list.tsx';

type Paged<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] };

type InfiniteListProps<Item> = {
  /** The list's name, for screen readers. */
  readonly label: string;
  readonly query: Pick<
    UseInfiniteQueryResult<Paged<Item>>,
    | 'data'
    | 'error'
    | 'isPending'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'hasNextPage'
    | 'fetchNextPage'
    | 'refetch'
  >;
  readonly keyOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  /** Divides the list into groups, such as its days. */
  readonly groups?: Groups<Item>;
};

/** Pixels below the screen within which the next page is read. */
const AHEAD_PX = 3_000;

/**
 * A paginated list with pull-to-refresh, loading of further pages, "no more data", and its loading and error states.
 */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
  const { query, empty } = props;
  if (query.isPending) return <SkeletonRows />;
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const items = query.data.pages.flatMap((page) => page.items);
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      {items.length === 0 ? (
        empty
      ) : (
        <>
          <VirtualList {...props} pages={query.data.pages} items={items} isWhole={!query.hasNextPage} />
          <ListEnd query={query} />
        </>
      )}
    </PullToRefresh>
  );
}

function ListEnd<Item>({ query }: Pick<InfiniteListProps<Item>, 'query'>) {
  const t = useTranslations('ui');
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const goOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const element = end.current;
    if (!goOn || element === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [goOn, fetchNextPage]);
  return (
    <div ref={end} className="flex min-h-14 items-center justify-center text-sm text-muted" role="status">
      {isFetchingNextPage && <Spinner />}
      {isFetchNextPageError && !isFetchingNextPage && (
        <Button kind="plain" size="small" onClick={() => void fetchNextPage()}>
          {t('retry')}
        </Button>
      )}
      {!hasNextPage && t('noMoreData')}
    </div>
  );
}
