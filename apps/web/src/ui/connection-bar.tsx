import { Icon } from '@city-mint/ui/icon.tsx';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectionStore } from '#platform/connection-store.ts';
import { formatClock } from '#platform/format.ts';
import { useReleaseStore } from '#platform/release.ts';
import { reloadIfReachable } from '#platform/reload-page.ts';

const BAR =
  'fixed inset-x-0 top-0 z-20 mx-auto flex max-w-[4.8rem] items-center justify-center gap-2 bg-pending-soft px-4 pt-[calc(0.05rem+env(safe-area-inset-top))] pb-[0.05rem] text-xs font-medium text-pending figures';

/**
 * Says that the server is unreachable, and the age of the displayed data; or that it serves a newer page, and offers to
 * reload. Nothing otherwise.
 */
export function ConnectionBar() {
  const t = useTranslations('ui');
  const { isDown, lastAnswerAt } = useConnectionStore();
  const { isReplaced } = useReleaseStore();
  // Sticky headers stay below the bar.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', isDown || isReplaced);
  }, [isDown, isReplaced]);
  return (
    <div role="status">
      {isDown ? (
        <p className={BAR}>
          <Icon name="plug" />
          {lastAnswerAt === null ? t('offline') : t('offlineSince', { time: formatClock(lastAnswerAt) })}
        </p>
      ) : (
        isReplaced && (
          <p className={BAR}>
            {t('newRelease')}
            <button type="button" className="underline" onClick={() => void reloadIfReachable()}>
              {t('reload')}
            </button>
          </p>
        )
      )}
    </div>
  );
}
