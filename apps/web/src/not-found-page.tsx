import { buttonClass } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** Shown for a path without a screen. */
export function NotFoundPage() {
  const t = useTranslations('missing');
  return (
    <Page>
      <PageHeader title={t('title')} backTo="/index" />
      <EmptyState
        icon="globe"
        title="404"
        text={t('text')}
        action={
          <Link to="/index" className={buttonClass('soft')}>
            {t('toHome')}
          </Link>
        }
      />
    </Page>
  );
}
