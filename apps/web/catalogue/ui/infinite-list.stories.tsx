import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { type ComponentProps, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DayHeading } from '#ui/day-heading.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';

type Query = ComponentProps<typeof InfiniteList<string>>['query'];

const never = () => new Promise<never>(() => undefined);
const LOADED = {
  data: { pages: [{ items: ['1', '2', '3'] }] },
  error: null,
  isPending: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  hasNextPage: false,
  fetchNextPage: never,
  refetch: never,
};

function List({ query, isGrouped = false }: { readonly query: Partial<Query>; readonly isGrouped?: boolean }) {
  const t = useTranslations('team');
  const groups = { keyOf: () => 'day', renderHeading: () => <DayHeading at={Date.UTC(2026, 9, 21)} /> };
  const whole = useMemo(() => ({ ...LOADED, ...query }), [query]);
  return (
    <InfiniteList
      label={t('beads')}
      query={whole}
      keyOf={(item) => item}
      renderItem={(item) => <p className="p-3">{t('levelValue', { level: item })}</p>}
      empty={<EmptyState title={t('noDirects')} text={t('noDirectsText')} />}
      {...(isGrouped && { groups })}
    />
  );
}

const MANY = Array.from({ length: 500 }, (_, index) => `${index + 1}`);
const MANY_PAGES = [{ items: MANY }];
const sameKey = (item: string) => item;

function LongList() {
  const t = useTranslations('team');
  return (
    <VirtualList
      label={t('beads')}
      pages={MANY_PAGES}
      items={MANY}
      isWhole
      query={LOADED}
      keyOf={sameKey}
      renderItem={(item) => <p className="p-3">{t('levelValue', { level: item })}</p>}
    />
  );
}

export const stories: Stories = {
  loading: () => <List query={{ data: undefined, isPending: true }} />,
  empty: () => <List query={{ data: { pages: [{ items: [] }] } }} />,
  error: () => <List query={{ data: undefined, error: new TypeError('fetch failed') }} />,
  whole: () => <List query={{}} />,
  grouped: () => <List query={{}} isGrouped />,
  long: () => <LongList />,
  'loading-more': () => <List query={{ isFetchingNextPage: true, hasNextPage: true }} />,
  'error-of-more': () => <List query={{ isFetchNextPageError: true, hasNextPage: true }} />,
};
