import { useInfiniteQuery } from '@tanstack/react-query';
import { columnVisibilityFeature, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type PagedRead, pagesKey } from '#platform/paged.ts';
import { TableBody } from './table-body.tsx';
import type { RowProps, TableColumn, TableSort } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { useTableSettings } from './table-settings.ts';
import { TableToolbar } from './table-toolbar.tsx';

const features = tableFeatures({ columnVisibilityFeature });

export type DataTableProps<Row extends RowData> = RowProps<Row> & {
  /** Accessible name of the list. */
  readonly label: string;
  /** Key of the columns stored in the browser, and the prefix of exported files. */
  readonly name: string;
  /** Keep the reference stable: `useMemo`, or outside the component. */
  readonly columns: readonly TableColumn<Row>[];
  readonly query: PagedRead<Row>;
  /** Filters, above the table on the left; the server applies them. */
  readonly filters?: ReactNode;
  /** Buttons above the table on the right. */
  readonly actions?: ReactNode;
  readonly sort?: TableSort;
  readonly onSort?: (sort: TableSort) => void;
};

const PAGE = 50;

/** Focusable, so that the keyboard can scroll it. */
const SCROLLABLE = { tabIndex: 0 };

/** A list of a paged call: filtered and sorted by the server, selectable columns, export of all filtered rows. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, name, columns, query, rowKey, filters, actions, sort, onSort, onOpenRow, openKey, empty } = props;
  const { hidden, isDense, setHidden, setDense } = useTableSettings(name, columns);
  const pages = useInfiniteQuery({
    queryKey: pagesKey(query),
    queryFn: ({ pageParam, signal }) => query.read({ cursor: pageParam, limit: PAGE }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: query.refreshMs ?? false,
  });
  useReadAgain(query.follows, pages.refetch);
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(() => columns.map(({ id, heading }) => ({ id, header: heading })), [columns]),
    getRowId: rowKey,
    state: { columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
  });
  const shown = table.getVisibleLeafColumns().map(({ id }) => id);
  const visible = columns.filter(({ id }) => shown.includes(id));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TableToolbar
        {...{ name, columns, visible, hidden, isDense, setHidden, setDense, filters, actions }}
        read={query.read}
      />
      <div
        {...SCROLLABLE}
        ref={scroller}
        className="max-h-[calc(100dvh-2.9rem)] overflow-auto rounded-sm border border-line bg-surface"
      >
        <table
          className="w-full border-separate border-spacing-0 text-sm"
          aria-label={label}
          aria-busy={pages.isFetching}
          // The header is a row; the number of rows is unknown until the last page has been read.
          aria-rowcount={pages.hasNextPage ? -1 : rows.length + 1}
        >
          <TableHead columns={visible} {...(sort && { sort })} {...(onSort && { onSort })} />
          <TableBody
            {...{ rowKey, isDense, openKey, empty, pages, scroller }}
            {...(onOpenRow && { onOpenRow })}
            columns={visible}
            rows={table.getRowModel().rows.map(({ original }) => original)}
          />
        </table>
      </div>
    </div>
  );
}

/** Calls the latest `read` when the followed value changes. */
function useReadAgain(follows: string | undefined, read: () => unknown): void {
  const latest = useRef(read);
  latest.current = read;
  const followed = useRef(follows);
  useEffect(() => {
    if (followed.current === follows) return;
    followed.current = follows;
    latest.current();
  }, [follows]);
}
