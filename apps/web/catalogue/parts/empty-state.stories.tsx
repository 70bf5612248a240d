import { Button } from '@city-mint/ui/button.tsx';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useTranslations } from 'use-intl';

export const stories: Stories = {
  title: function Title() {
    const t = useTranslations('team');
    return <EmptyState icon="team" title={t('noDirects')} />;
  },
  text: function Text() {
    const t = useTranslations('team');
    return <EmptyState icon="team" title={t('noDirects')} text={t('noDirectsText')} />;
  },
  action: function Action() {
    const t = useTranslations('earnings');
    return <EmptyState title={t('empty')} text={t('emptyText')} action={<Button>{t('toCities')}</Button>} />;
  },
  page: function Page() {
    const t = useTranslations('ui');
    return <EmptyState isPage icon="alert" title={t('crashTitle')} text={t('crashText')} />;
  },
};
