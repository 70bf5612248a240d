import { useEffect, useState } from 'react';

const STEP_MS = 150;

/**
 * Counts the joins of a run from 0 to `total`, one each 150 ms; all at once for readers who want no motion. Returns the
 * count, and the function that skips to its end.
 */
export function useArrivals(run: unknown, total: number): { readonly count: number; readonly skip: () => void } {
  const [arrived, setArrived] = useState<{ readonly of: unknown; readonly count: number }>({ of: null, count: 0 });
  const count = arrived.of === run ? arrived.count : 0;
  const isUnderWay = run !== null && count < total;
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(
      () =>
        setArrived((last) => ({
          of: run,
          count: isStill ? total : Math.min((last.of === run ? last.count : 0) + 1, total),
        })),
      STEP_MS,
    );
    return () => clearInterval(timer);
  }, [run, total, isUnderWay]);
  return { count, skip: () => setArrived({ of: run, count: total }) };
}
