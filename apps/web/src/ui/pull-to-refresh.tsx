import { Icon } from '@city-mint/ui/icon.tsx';
import { Spinner } from '@city-mint/ui/spinner.tsx';
import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

const TRIGGER_PX = 64;

type PullToRefreshProps = { readonly onRefresh: () => Promise<unknown>; readonly children: ReactNode };

/** Refreshes when pulled down at the top of the page. Leaving the screen and returning does the same. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const t = useTranslations('ui');
  const [pulled, setPulled] = useState(0);
  const [refreshing, setRefreshing] = useState(false);
  const startY = useRef<number | null>(null);

  const begin = (event: TouchEvent) => {
    startY.current = window.scrollY <= 0 && !refreshing ? (event.touches[0]?.clientY ?? null) : null;
  };
  const move = (event: TouchEvent) => {
    if (startY.current === null) return;
    const distance = (event.touches[0]?.clientY ?? startY.current) - startY.current;
    // Half the distance of the finger, which feels like resistance.
    setPulled(distance > 0 ? Math.min(distance / 2, TRIGGER_PX * 1.4) : 0);
  };
  const end = async () => {
    startY.current = null;
    const far = pulled >= TRIGGER_PX;
    setPulled(0);
    if (!far) return;
    setRefreshing(true);
    await onRefresh().catch(() => undefined);
    setRefreshing(false);
  };

  return (
    <div onTouchStart={begin} onTouchMove={move} onTouchEnd={() => void end()} onTouchCancel={() => setPulled(0)}>
      <div
        className="flex items-center justify-center overflow-hidden text-sm text-muted transition-[height] duration-150"
        style={{ height: refreshing ? TRIGGER_PX * 0.7 : pulled }}
        role="status"
      >
        {refreshing && (
          <span className="flex items-center gap-2">
            <Spinner /> {t('refreshing')}
          </span>
        )}
        {!refreshing && pulled > 0 && (
          <span className="flex items-center gap-2">
            <Icon name="refresh" /> {pulled >= TRIGGER_PX ? t('releaseToRefresh') : t('pullToRefresh')}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}
