import { memo, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { isUnread, showPages } from '#platform/page-reader.ts';
import { SheetScroll } from './sheet-scroll.ts';
import { type RowsOf, useInnerRows, useWindowRows, type VirtualRows } from './use-virtual-rows.ts';

export type Groups<Item> = {
  /** Returns the name of an item's group; items of a group are adjacent. */
  readonly keyOf: (item: Item) => string;
  readonly renderHeading: (key: string) => ReactNode;
};

type VirtualListProps<Item> = {
  readonly label: string;
  readonly pages: readonly { readonly items: readonly Item[] }[];
  readonly items: readonly Item[];
  /** All pages have been read. */
  readonly isWhole: boolean;
  readonly query: { readonly refetch: () => unknown };
  readonly keyOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  readonly groups?: Groups<Item>;
};

/** A row of a list: the heading of a group, or an item. */
type Row<Item> =
  | { readonly kind: 'heading'; readonly key: string }
  | {
      readonly kind: 'item';
      readonly key: string;
      readonly item: Item;
      readonly index: number;
      readonly group: string;
    };

/**
 * The rows of a list near the screen; the others are space, so that a list of thousands scrolls like a short one. A row
 * with the focus stays, and printing has all rows.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const scroller = useContext(SheetScroll);
  return scroller === null ? <WindowList {...props} /> : <InnerList {...props} scroller={scroller} />;
}

function WindowList<Item>(props: VirtualListProps<Item>) {
  const { rows, of } = useRows(props);
  return <Rows {...props} rows={rows} of={of} virtual={useWindowRows(of)} />;
}

type InnerListProps<Item> = VirtualListProps<Item> & {
  readonly scroller: NonNullable<Parameters<typeof useInnerRows>[1]>;
};

function InnerList<Item>({ scroller, ...props }: InnerListProps<Item>) {
  const { rows, of } = useRows(props);
  return <Rows {...props} rows={rows} of={of} virtual={useInnerRows(of, scroller)} />;
}

const HEADING_PX = 48;
/** It has no space above. */
const FIRST_HEADING_PX = 32;
const CARD_PX = 140;
const LINE_PX = 72;

function useRows<Item>({ items, groups, keyOf, label }: VirtualListProps<Item>) {
  const list = useRef<HTMLElement>(null);
  // Stable while the list scrolls: another `keyOf` makes the virtualizer compute the places of all rows again.
  return useMemo(() => {
    const rows = rowsOf(items, groups, keyOf);
    const itemPx = groups === undefined ? CARD_PX : LINE_PX;
    const of: RowsOf = {
      list,
      label,
      count: rows.length,
      keyOf: (index) => rows[index]?.key ?? `${index}`,
      estimate: (index) => (rows[index]?.kind !== 'heading' ? itemPx : index === 0 ? FIRST_HEADING_PX : HEADING_PX),
    };
    return { rows, of };
  }, [items, groups, keyOf, label]);
}

function rowsOf<Item>(
  items: readonly Item[],
  groups: Groups<Item> | undefined,
  keyOf: (item: Item) => string,
): readonly Row<Item>[] {
  const rows: Row<Item>[] = [];
  let shownGroup: string | null = null;
  for (const [index, item] of items.entries()) {
    const group = groups?.keyOf(item) ?? '';
    if (groups !== undefined && group !== shownGroup) rows.push({ kind: 'heading', key: `heading ${group}` });
    shownGroup = group;
    rows.push({ kind: 'item', key: keyOf(item), item, index, group });
  }
  return rows;
}

type RowsProps<Item> = VirtualListProps<Item> & {
  readonly rows: readonly Row<Item>[];
  readonly of: RowsOf;
  readonly virtual: VirtualRows;
};

function Rows<Item>(props: RowsProps<Item>) {
  const { label, of, virtual, groups } = props;
  useShownPages(props);
  const keepFocused = {
    onFocus: ({ target }: { readonly target: Element }) => {
      const index = target.closest('[data-index]')?.getAttribute('data-index');
      virtual.keep(index == null ? null : Number(index));
    },
    onBlur: () => virtual.keep(null),
    // The browser would move the scroll position too when rows above it are measured.
    style: { paddingTop: virtual.before, paddingBottom: virtual.after, overflowAnchor: 'none' as const },
  };
  if (groups === undefined) {
    return (
      <ul ref={of.list as React.RefObject<HTMLUListElement>} aria-label={label} {...keepFocused}>
        <ItemRows {...props} shown={virtual.shown} rowClass="pb-3" />
      </ul>
    );
  }
  return (
    <section ref={of.list} aria-label={label} {...keepFocused}>
      {partsOf(props).map(({ key, heading, shown }) => (
        <div key={key}>
          {heading !== undefined && (
            <div
              ref={virtual.measure}
              data-index={heading.index}
              className={heading.index === 0 ? 'pb-2' : 'pt-4 pb-2'}
              style={{ marginTop: heading.space }}
            >
              {groups.renderHeading(key)}
            </div>
          )}
          {shown.length > 0 && (
            <ul className="overflow-hidden rounded-xl bg-surface shadow-card">
              <ItemRows {...props} shown={shown} rowClass="border-line not-last:border-b" />
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}

type Shown = VirtualRows['shown'];
type Part = { readonly key: string; readonly heading: Shown[number] | undefined; readonly shown: Shown };

/** Divides the rendered rows by their groups. */
function partsOf<Item>({ rows, virtual, groups }: RowsProps<Item>): readonly Part[] {
  const groupOf = ({ index }: Shown[number]) => {
    const row = rows[index];
    const next = row?.kind === 'heading' ? rows[index + 1] : row;
    return next?.kind === 'item' && groups !== undefined ? groups.keyOf(next.item) : '';
  };
  return [...Map.groupBy(virtual.shown, groupOf)].map(([key, all]) => ({
    key,
    heading: all.find(({ index }) => rows[index]?.kind === 'heading'),
    shown: all.filter(({ index }) => rows[index]?.kind === 'item'),
  }));
}

type ItemRowsProps<Item> = RowsProps<Item> & { readonly shown: Shown; readonly rowClass: string };

function ItemRows<Item>({ rows, items, shown, rowClass, virtual, isWhole, renderItem }: ItemRowsProps<Item>) {
  return shown.map(({ index, space }) => {
    const row = rows[index];
    if (row?.kind !== 'item') return null;
    return (
      <li
        key={row.key}
        ref={virtual.measure}
        data-index={index}
        // The size is unknown until the last page has been read.
        aria-setsize={isWhole ? items.length : -1}
        aria-posinset={row.index + 1}
        className={rowClass}
        style={space === 0 ? undefined : { marginTop: space }}
      >
        <Content item={row.item} render={renderItem as (item: unknown) => ReactNode} />
      </li>
    );
  });
}

type ContentProps = { readonly item: unknown; readonly render: (item: unknown) => ReactNode };

/** The content of a row, which scrolling does not render again. */
const Content = memo(({ item, render }: ContentProps) => render(item));

/** Tells the refresh which pages are on the screen, and reads those that it left unread. */
function useShownPages<Item>({ pages, rows, virtual, query }: RowsProps<Item>): void {
  const indexes = virtual.shown.flatMap(({ index }) => {
    const row = rows[index] ?? rows[index + 1];
    return row?.kind === 'item' ? [row.index] : [];
  });
  const [first = 0, last = 0] = [Math.min(...indexes), Math.max(...indexes)];
  const onScreen = useMemo(() => {
    let end = 0;
    return pages.filter(({ items }) => {
      const start = end;
      end += items.length;
      return items.length > 0 && start <= last && end > first;
    });
  }, [pages, first, last]);
  const { refetch } = query;
  useEffect(() => {
    const hide = showPages(onScreen);
    if (onScreen.some(isUnread)) refetch();
    return hide;
  }, [onScreen, refetch]);
}
