import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEntry } from '#platform/router/location.ts';

/** A row that is rendered, and the pixels between it and the rendered row before it. */
export type ShownRow = { readonly index: number; readonly space: number };

export type VirtualRows = {
  readonly shown: readonly ShownRow[];
  /** Pixels above the first rendered row: padding of the list, since a margin would move the list itself. */
  readonly before: number;
  /** Pixels below the last rendered row. */
  readonly after: number;
  /** Measures a rendered row, which has its index as `data-index`. */
  readonly measure: (row: Element | null) => void;
  /** Keeps a row rendered while it has the focus; null for none. */
  readonly keep: (index: number | null) => void;
};

export type RowsOf = {
  readonly list: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly count: number;
  readonly keyOf: (index: number) => string;
  readonly estimate: (index: number) => number;
};

/**
 * Pixels of rows rendered on each side of the visible ones, in slices after those. A browser scrolls on while the page
 * renders, 150 px in the 50 ms that a slow phone takes for a frame of a fast fling; each further row costs every frame.
 */
const OVERSCAN_PX = 280;

/** Sizes by entry of the history: Back finds a list as long as it was, and so its place. */
const snapshots = new Map<string, Sizes>();

type Sizes = {
  readonly measured: VirtualItem[];
  /** The first measured size of each kind of row, by its estimate: measuring the others then changes no place. */
  readonly expected: Map<number, number>;
};
const MOST_SNAPSHOTS = 30;

/** Returns the rows to render of a list that scrolls with the window. */
export function useWindowRows(rows: RowsOf): VirtualRows {
  const margin = useMargin(rows.list, null);
  const { options, ...kept } = useRowOptions(rows);
  const virtualizer = useWindowVirtualizer<Element>({
    ...options,
    scrollMargin: margin,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  return useShownRows({ virtualizer, margin, ...kept });
}

/** Returns the rows to render of a list inside a scrolling part. */
export function useInnerRows(rows: RowsOf, scroller: RefObject<HTMLElement | null>): VirtualRows {
  const margin = useMargin(rows.list, scroller);
  const { options, ...kept } = useRowOptions(rows);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    ...options,
    getScrollElement: () => scroller.current,
    // A sheet that is not laid out yet is as large as the window at most.
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) =>
        report(rect.height === 0 ? { width: innerWidth, height: innerHeight } : rect),
      ),
    scrollMargin: margin,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  return useShownRows({ virtualizer, margin, ...kept });
}

function useRowOptions({ label, count, keyOf, estimate }: RowsOf) {
  const kept = useRef<number | null>(null);
  const isPrinting = useIsPrinting();
  // The last row is an item, never the heading of a group.
  const overscan = useDeferredValue(Math.ceil(OVERSCAN_PX / estimate(count - 1)), 0);
  const [snapshotKey] = useState(() => `${useEntry.getState().key} ${label}`);
  const [{ measured, expected }] = useState(() => snapshots.get(snapshotKey) ?? { measured: [], expected: new Map() });
  const options = {
    count,
    getItemKey: keyOf,
    estimateSize: (index: number) => expected.get(estimate(index)) ?? estimate(index),
    // A row without a layout, as in a hidden part, has no size of its own yet.
    measureElement: <Scroller extends Element | Window>(
      row: Element,
      entry: ResizeObserverEntry | undefined,
      of: Virtualizer<Scroller, Element>,
    ) => {
      const size = measureElement(row, entry, of);
      const estimated = estimate(of.indexFromElement(row));
      if (size > 0 && !expected.has(estimated)) expected.set(estimated, size);
      return size || (expected.get(estimated) ?? estimated);
    },
    overscan,
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      if (isPrinting) return Array.from({ length: count }, (_, index) => index);
      const shown = defaultRangeExtractor(range);
      const { current } = kept;
      if (current === null || current >= count || shown.includes(current)) return shown;
      return [...shown, current].toSorted((one, other) => one - other);
    },
    initialMeasurementsCache: measured,
  };
  return { options, kept, snapshotKey, expected };
}

type RenderedRows = {
  readonly virtualizer: Pick<
    ReturnType<typeof useWindowVirtualizer<Element>>,
    'getVirtualItems' | 'getTotalSize' | 'measureElement' | 'takeSnapshot'
  >;
  readonly margin: number;
  readonly kept: RefObject<number | null>;
  readonly snapshotKey: string;
  readonly expected: Sizes['expected'];
};

function useShownRows({ virtualizer, margin, kept, snapshotKey, expected }: RenderedRows): VirtualRows {
  useEffect(
    () => () => keepSizes(snapshotKey, { measured: virtualizer.takeSnapshot(), expected }),
    [snapshotKey, virtualizer, expected],
  );
  let end = margin;
  const shown = virtualizer.getVirtualItems().map((item) => {
    const space = Math.max(0, item.start - end);
    end = item.end;
    return { index: item.index, space };
  });
  const [first, ...others] = shown;
  return {
    shown: first === undefined ? [] : [{ ...first, space: 0 }, ...others],
    before: first?.space ?? 0,
    after: Math.max(0, virtualizer.getTotalSize() + margin - end),
    measure: virtualizer.measureElement,
    keep: (index) => {
      kept.current = index;
    },
  };
}

function keepSizes(key: string, sizes: Sizes): void {
  snapshots.delete(key);
  snapshots.set(key, sizes);
  for (const oldest of snapshots.keys()) {
    if (snapshots.size <= MOST_SNAPSHOTS) return;
    snapshots.delete(oldest);
  }
}

/** Returns the distance of the list from the top of what scrolls, which changes with the parts above it. */
function useMargin(list: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null> | null): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current === null) return;
      const { top } = list.current.getBoundingClientRect();
      const inner = scroller?.current;
      setMargin(Math.round(inner == null ? top + scrollY : top - inner.getBoundingClientRect().top + inner.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, scroller]);
  return margin;
}

/** Returns whether the page is being printed: on paper every row that was read is needed. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
