import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { SmallTable } from '#ui/small-table.tsx';
import { ErrorState, Loaded } from '#ui/state.tsx';
import { TableBody } from '#ui/table-body.tsx';
import type { TableColumn, TableSort } from '#ui/table-column.ts';
import { TableHead } from '#ui/table-head.tsx';
import { TableToolbar } from '#ui/table-toolbar.tsx';

type Row = { readonly id: string; readonly filled: string };

const ROWS: readonly Row[] = ['1', '2', '3'].map((id) => ({ id, filled: `${id}23456789.123456` }));
const never = () => new Promise<never>(() => undefined);
const keyOf = ({ id }: Row) => id;

function useColumns(): readonly TableColumn<Row>[] {
  const t = useTranslations('rounds');
  return [
    { id: 'number', heading: t('number'), cell: keyOf, text: keyOf, isFixed: true },
    { id: 'city', heading: t('city'), cell: () => t('cancelledBy.pause'), text: keyOf, sortBy: 'city' },
    {
      id: 'filled',
      heading: t('filled'),
      cell: ({ filled }) => <Money value={filled} unit="JU" />,
      text: ({ filled }) => filled,
      align: 'right',
    },
  ];
}

type TableProps = { readonly name: string; readonly read: () => Promise<{ items: Row[]; nextCursor: string | null }> };

function Table({ name, read }: TableProps) {
  const t = useTranslations('rounds');
  const columns = useColumns();
  const [sort, setSort] = useState<TableSort>({ by: 'city', descending: true });
  return (
    <DataTable
      name="catalogue"
      label={t('title')}
      columns={columns}
      query={{ queryKey: ['catalogue', name], read }}
      rowKey={keyOf}
      onOpenRow={() => undefined}
      openKey="2"
      sort={sort}
      onSort={setSort}
      empty={{ title: t('empty'), text: t('emptyText') }}
    />
  );
}

type BodyProps = { readonly error: unknown; readonly rows: readonly Row[]; readonly isDense?: boolean };

function Body({ error, rows, isDense = false }: BodyProps) {
  const t = useTranslations('rounds');
  const columns = useColumns();
  const scroller = useRef<HTMLElement>(null);
  const states = { isPending: false, isFetchingNextPage: rows.length > 0, hasNextPage: rows.length > 0 };
  return (
    <Scrolling>
      <table aria-label={t('title')}>
        <TableHead columns={columns} />
        <TableBody
          columns={columns}
          rows={rows}
          isDense={isDense}
          scroller={scroller}
          rowKey={keyOf}
          empty={{ title: t('empty') }}
          pages={{ ...states, isError: error !== null, error, fetchNextPage: never, refetch: never }}
        />
      </table>
    </Scrolling>
  );
}

const SCROLLABLE = { tabIndex: 0 };

function Scrolling({ children }: { readonly children: ReactNode }) {
  return (
    <div {...SCROLLABLE} className="overflow-auto">
      {children}
    </div>
  );
}

const READ = { data: undefined, error: null, errorUpdateCount: 0, isFetching: true, refetch: never };

export const stories: Stories = {
  loading: () => <Table name="loading" read={never} />,
  empty: () => <Table name="empty" read={async () => ({ items: [], nextCursor: null })} />,
  error: () => <Table name="error" read={() => Promise.reject(new TypeError('fetch failed'))} />,
  rows: () => <Table name="rows" read={async () => ({ items: [...ROWS], nextCursor: 'more' })} />,
  'body-dense': () => <Body error={null} rows={ROWS} isDense />,
  'body-error': () => <Body error={new TypeError('fetch failed')} rows={[]} />,
  toolbar: function Toolbar() {
    const columns = useColumns();
    const state = { hidden: [], isDense: false, setHidden: () => undefined, setDense: () => undefined };
    return <TableToolbar name="rounds" columns={columns} visible={columns} read={never} {...state} />;
  },
  small: function Small() {
    const t = useTranslations('rounds');
    const columns = [
      { heading: t('nextStep'), cell: () => t('cancelledBy.pause') },
      { heading: t('filled'), cell: ({ filled }: Row) => <Money value={filled} unit="JU" />, align: 'right' },
    ] as const;
    return <SmallTable label={t('settlement')} columns={columns} rows={ROWS} rowKey={keyOf} />;
  },
  'error-state': () => <ErrorState error={new TypeError('fetch failed')} onRetry={() => undefined} />,
  'error-state-retrying': () => <ErrorState isRetrying error={new TypeError()} onRetry={() => undefined} />,
  'loaded-not-yet': () => <Loaded query={READ}>{() => null}</Loaded>,
  'loaded-error': () => (
    <Loaded query={{ ...READ, error: new TypeError('fetch failed'), errorUpdateCount: 1, isFetching: false }}>
      {() => null}
    </Loaded>
  ),
};
