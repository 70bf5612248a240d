import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** What an address leads to that is no screen, or none yet. */
export function NotFoundPage() {
  const t = useTranslations('ui');
  return (
    <Page>
      <PageHeader title={t('notFoundTitle')} backTo="/index" />
      <EmptyState
        icon="globe"
        title="404"
        text={t('notFoundText')}
        action={
          <Link to="/index" className={buttonClass('soft')}>
            {t('toHome')}
          </Link>
        }
      />
    </Page>
  );
}
