import { Badge } from '@city-mint/ui/badge.tsx';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { TabBar } from '#ui/tab-bar.tsx';

export const stories: Stories = {
  'main-screen': function MainScreen() {
    const t = useTranslations('team');
    return (
      <div className="-m-4">
        <Page>
          <PageHeader title={t('title')} aside={<Badge>{t('unbound')}</Badge>} />
          <p>{t('gate')}</p>
        </Page>
        <TabBar />
      </div>
    );
  },
  'with-back': function WithBack() {
    const t = useTranslations('team');
    return (
      <div className="-m-4">
        <Page tabBar={false}>
          <PageHeader title={t('beads')} backTo="/my" />
        </Page>
      </div>
    );
  },
};
