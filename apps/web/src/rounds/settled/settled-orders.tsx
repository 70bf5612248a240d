import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type SubmitEvent, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { Link, navigate } from '#platform/router/router.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import type { SettledFile } from './read-settled.ts';
import { type SettledOrder, UnreadableLine } from './settled-line.ts';
import { settledOrdersQuery } from './settled-queries.ts';
import { OrderRow } from './views/order-row.tsx';

type SettledOrdersProps = {
  readonly settled: SettledFile;
  /** The rank with which the list begins. */
  readonly from: number;
  /** The file that this device has checked; null until then. */
  readonly checked: Blob | null;
  /** The ranks of the account's orders. */
  readonly own: readonly number[];
};

/** Orders under one heading. */
const GROUP = 100;
/** A longer list has a field for the rank with which it begins. */
const LONG = 200;

const groupOf = ({ rank }: SettledOrder) => String(Math.floor((rank - 1) / GROUP));
const keyOf = ({ rank }: SettledOrder) => String(rank);

/** The orders of a settled round by rank, the account's own ones marked. */
export function SettledOrders({ settled, from, checked, own }: SettledOrdersProps) {
  const t = useTranslations('settled');
  const rounds = useTranslations('rounds.card');
  const { roundId, orders: count } = settled.head;
  const orders = useInfiniteQuery(settledOrdersQuery({ settled, from, checked }));
  const marked = own.join();
  const renderItem = useCallback(
    (order: SettledOrder) => <OrderRow order={order} isOwn={marked.split(',').includes(String(order.rank))} />,
    [marked],
  );
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle aside={rounds('ordersValue', { orders: count })}>{t('orders')}</SectionTitle>
      {own.length > 0 && count > LONG && <OwnRanks roundId={roundId} own={own} />}
      {count > LONG && <FromRank key={from} roundId={roundId} from={from} last={count} />}
      {orders.error instanceof UnreadableLine ? (
        <Notice kind="danger">{t('unreadable')}</Notice>
      ) : (
        <InfiniteList
          label={t('orders')}
          // The file never changes: there is nothing to refresh.
          query={orders.data === undefined ? orders : { ...orders, refetch: async () => orders }}
          keyOf={keyOf}
          renderItem={renderItem}
          groups={{
            keyOf: groupOf,
            renderHeading: (key) => <RanksHeading group={Number(key)} last={count} />,
          }}
          empty={<p className="text-sm text-muted">{t('noOrders')}</p>}
        />
      )}
    </div>
  );
}

function RanksHeading({ group, last }: { readonly group: number; readonly last: number }) {
  const [first, end] = [group * GROUP + 1, Math.min((group + 1) * GROUP, last)].map((rank) => exactAmount(`${rank}`));
  return (
    <h3 className="px-1 text-xs text-muted figures">
      {first} – {end}
    </h3>
  );
}

/** Links to the account's orders in a long list. */
function OwnRanks({ roundId, own }: { readonly roundId: string; readonly own: readonly number[] }) {
  const t = useTranslations('settled');
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-1 text-sm">
      <span className="text-muted">{t('yours')}</span>
      {own.map((rank) => (
        <Link
          key={rank}
          to="/round"
          search={{ id: roundId, from: rank }}
          replace
          className="tap inline-flex items-center font-semibold text-accent-ink figures"
        >
          {exactAmount(`${rank}`)}
        </Link>
      ))}
    </p>
  );
}

type FromRankProps = { readonly roundId: string; readonly from: number; readonly last: number };

/** The field for the rank with which the list begins. */
function FromRank({ roundId, from, last }: FromRankProps) {
  const t = useTranslations('settled');
  const [text, setText] = useState(String(from));
  const [error, setError] = useState<string | undefined>();
  const show = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rank = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
    if (rank < 1 || rank > last) return setError(t('rankRange', { last: exactAmount(`${last}`) }));
    navigate({ to: '/round', search: { id: roundId, from: rank }, replace: true });
  };
  return (
    <form className="flex items-start gap-2" onSubmit={show} noValidate>
      <div className="min-w-0 flex-1">
        <TextField
          label={t('fromRank')}
          inputMode="numeric"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          error={error}
        />
      </div>
      <Button type="submit" kind="soft" className="mt-[0.27rem]">
        {t('show')}
      </Button>
    </form>
  );
}
