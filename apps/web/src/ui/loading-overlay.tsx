import { Spinner } from '@city-mint/ui/spinner.tsx';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useIsBlocked } from '#platform/loading.ts';

const SHOWN_AFTER_MS = 180;

/**
 * Shows requests in progress: a thin bar for reads without earlier data; for commands an overlay, which blocks taps
 * immediately. Both become visible only for slow requests, so that they do not flash.
 */
export function LoadingOverlay() {
  const t = useTranslations('ui');
  const reading = useIsFetching({ predicate: (query) => query.state.data === undefined }) > 0;
  const blocked = useIsBlocked();
  const bar = useLasting(reading, SHOWN_AFTER_MS);
  const isLong = useLasting(blocked, SHOWN_AFTER_MS);
  return createPortal(
    <>
      {bar && !blocked && (
        <div className="pointer-events-none fixed inset-x-0 top-0 z-40 mx-auto h-[0.02rem] max-w-[4.8rem] overflow-hidden">
          <div className="h-full w-1/3 animate-slide-bar rounded-full bg-accent" />
        </div>
      )}
      {blocked && (
        <div
          className={`fixed inset-0 z-50 flex items-center justify-center ${isLong ? 'bg-scrim' : ''}`}
          role="status"
          aria-live="assertive"
        >
          {isLong && (
            <div className="flex animate-rise items-center gap-3 rounded-xl bg-surface px-5 py-4 text-ink shadow-float">
              <Spinner className="text-accent-ink" />
              <span className="text-sm font-medium">{t('working')}</span>
            </div>
          )}
        </div>
      )}
    </>,
    document.body,
  );
}

/** True once `on` has lasted for this time, so that quick requests show nothing. */
function useLasting(on: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) {
      setLasting(false);
      return undefined;
    }
    // One spinner is enough: a busy button has its own.
    const timer = setTimeout(() => setLasting(!document.querySelector('button[aria-busy]')), milliseconds);
    return () => clearTimeout(timer);
  }, [on, milliseconds]);
  return on && lasting;
}
