import { Icon } from '@city-mint/ui/icon.tsx';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectionStore } from '#platform/connection-store.ts';
import { formatClock } from '#platform/format.ts';

/** Says that the server is unreachable, and the age of the displayed data; nothing while it is reachable. */
export function ConnectionBar() {
  const t = useTranslations('ui');
  const { isDown, lastAnswerAt } = useConnectionStore();
  // Sticky headers stay below the bar.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', isDown);
  }, [isDown]);
  return (
    <div role="status">
      {isDown && (
        <p className="fixed inset-x-0 top-0 z-20 mx-auto flex max-w-[4.8rem] items-center justify-center gap-2 bg-pending-soft px-4 pt-[calc(0.05rem+env(safe-area-inset-top))] pb-[0.05rem] text-xs font-medium text-pending figures">
          <Icon name="plug" />
          {lastAnswerAt === null ? t('offline') : t('offlineSince', { time: formatClock(lastAnswerAt) })}
        </p>
      )}
    </div>
  );
}
