import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';

export const stories: Stories = {
  default: function Default() {
    const t = useTranslations('team');
    return (
      <PullToRefresh onRefresh={async () => undefined}>
        <p className="bg-surface p-4">{t('gate')}</p>
      </PullToRefresh>
    );
  },
};
