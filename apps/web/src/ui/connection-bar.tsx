import { Icon } from '@city-mint/ui/icon.tsx';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectionStore } from '#platform/connection-store.ts';
import { formatClock } from '#platform/format.ts';
import { reloadIfReachable } from '#platform/reload-page.ts';

/**
 * Says that the server is unreachable, and the age of the displayed data; or that it serves a newer page, and offers to
 * reload. Nothing otherwise.
 */
export function ConnectionBar() {
  const t = useTranslations('ui');
  const { isDown, lastAnswerAt, isReplaced = false } = useConnectionStore();
  const isShown = isDown || isReplaced;
  // Sticky headers stay below the bar.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', isShown);
  }, [isShown]);
  return (
    <div role="status">
      {isShown && (
        <p className="fixed inset-x-0 top-0 z-20 mx-auto flex max-w-[4.8rem] items-center justify-center gap-2 bg-pending-soft px-4 pt-[calc(0.05rem+env(safe-area-inset-top))] pb-[0.05rem] text-xs font-medium text-pending figures">
          {isDown ? (
            <>
              <Icon name="plug" />
              {lastAnswerAt === null ? t('offline') : t('offlineSince', { time: formatClock(lastAnswerAt) })}
            </>
          ) : (
            <button type="button" onClick={reloadIfReachable}>
              {t('newRelease')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
