import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** A table with fewer rows renders all of them, so that the browser's search finds each. */
const MANY = 100;
const ROW_PX = 37;
const DENSE_ROW_PX = 29;
const OVERSCAN = 15;

/** The rendered rows, from `first` up to `last`, and the pixels of those above and below. */
type VisibleRows = { readonly first: number; readonly last: number; readonly before: number; readonly after: number };

/** Returns which rows of a long table to render: those near the visible part. */
export function useVisibleRows(count: number, isDense: boolean, scroller: RefObject<HTMLElement | null>): VisibleRows {
  const size = isDense ? DENSE_ROW_PX : ROW_PX;
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    enabled: count > MANY,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const shown = virtualizer.getVirtualItems();
  const [first] = shown;
  const last = shown.at(-1);
  if (count <= MANY || first === undefined || last === undefined) {
    return { first: 0, last: Math.min(count, MANY), before: 0, after: Math.max(0, count - MANY) * size };
  }
  const after = Math.max(0, virtualizer.getTotalSize() - last.end);
  return { first: first.index, last: last.index + 1, before: first.start, after };
}
