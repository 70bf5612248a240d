import { Button } from '@city-mint/ui/button.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { RowData } from '@tanstack/react-table';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from './state.tsx';
import type { RowProps, TableColumn } from './table-column.ts';
import { useVisibleRows } from './use-visible-rows.ts';

type Pages = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
};

type TableBodyProps<Row extends RowData> = RowProps<Row> & {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly isDense: boolean;
  readonly pages: Pages;
  /** The element in which the table scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
};

/** The rows or their placeholder, and the button for more. */
export function TableBody<Row extends RowData>(props: TableBodyProps<Row>) {
  const { columns, rows, isDense, pages, empty, scroller, ...rest } = props;
  const { first, last, before, after } = useVisibleRows(rows.length, isDense, scroller);
  const t = useTranslations('ui.table');
  const { isPending, isError, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const whole = (content: ReactNode) => (
    <tr>
      <td colSpan={columns.length} className="p-0">
        {content}
      </td>
    </tr>
  );
  if (isPending) return <LoadingRows count={columns.length} />;
  return (
    <tbody>
      {before > 0 && <SpaceRow height={before} />}
      {rows.slice(first, last).map((row, index) => (
        // The first row is the header.
        <TableRow key={rest.rowKey(row)} {...{ row, columns, isDense }} rowIndex={first + index + 2} {...rest} />
      ))}
      {after > 0 && <SpaceRow height={after} />}
      {isError && whole(<ErrorState error={error} onRetry={() => void refetch()} />)}
      {!isError && rows.length === 0 && whole(<EmptyRows {...empty} />)}
      {rows.length > 0 &&
        whole(
          <div className="flex items-center justify-between gap-3 px-3 py-1 text-muted text-xs figures">
            <span>{t(hasNextPage ? 'countMore' : 'count', { count: rows.length })}</span>
            {hasNextPage && (
              <Button kind="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            )}
          </div>,
        )}
    </tbody>
  );
}

/** Rows that are not rendered, above or below the visible ones. */
function SpaceRow({ height }: { readonly height: number }) {
  return (
    <tr>
      <td className="p-0" style={{ height }} />
    </tr>
  );
}

/** Placeholder for no rows. It is low, because several lists of a page can be empty. */
function EmptyRows({ title, text, action }: RowProps<unknown>['empty']) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-7 text-center text-balance">
      <p className="font-semibold text-sm">{title}</p>
      {text !== undefined && <p className="text-muted text-sm">{text}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}

type TableRowProps<Row extends RowData> = Pick<
  TableBodyProps<Row>,
  'rowKey' | 'onOpenRow' | 'openKey' | 'columns' | 'isDense'
> & {
  readonly row: Row;
  readonly rowIndex: number;
};

function TableRow<Row extends RowData>(props: TableRowProps<Row>) {
  const { row, rowIndex, columns, isDense, rowKey, onOpenRow, openKey } = props;
  const isOpen = openKey === rowKey(row);
  const opening = onOpenRow && {
    tabIndex: 0,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isControl(event.target) && getSelection()?.isCollapsed !== false) onOpenRow(row);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, () => onOpenRow(row)),
  };
  return (
    <tr
      {...opening}
      aria-current={isOpen || undefined}
      aria-rowindex={rowIndex}
      className={`group ${onOpenRow ? 'cursor-pointer hover:bg-sunken focus-visible:outline-offset-[-2px]' : ''} ${isOpen ? 'bg-accent-soft' : ''}`}
    >
      {columns.map(({ id, cell, align = 'left' }) => (
        <td
          key={id}
          // Without it, Chinese text in a narrow table breaks after each character.
          className={`break-keep border-line border-b px-3 figures group-last:border-b-0 ${isDense ? 'py-0.5' : 'py-1.5'} ${align === 'right' ? 'text-right' : ''}`}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Enter opens the row; arrow keys move between rows. */
function onKey(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const { currentTarget: row, key } = event;
  if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return;
  event.preventDefault();
  if (key === 'Enter') open();
  else {
    const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
    if (next instanceof HTMLElement) next.focus();
  }
}

/** Links and buttons in a row act themselves and do not open the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label') !== null;
}

function LoadingRows({ count }: { readonly count: number }) {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const cells = Array.from({ length: count }, (_cell, index) => `c${index}`);
  return (
    <tbody aria-hidden="true">
      {rows.map((row) => (
        <tr key={row}>
          {cells.map((cell) => (
            <td key={cell} className="border-line border-b px-3 py-2">
              <Skeleton className="h-4 w-3/4" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
