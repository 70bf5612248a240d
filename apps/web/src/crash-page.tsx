import { useTranslations } from 'use-intl';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';

/** What stands in place of a screen that broke, or whose code could not be fetched. */
export function CrashPage() {
  const t = useTranslations('ui');
  return (
    <Page>
      <h1 className="sr-only">{t('crashTitle')}</h1>
      <EmptyState
        icon="alert"
        title={t('crashTitle')}
        text={t('crashText')}
        action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      />
    </Page>
  );
}
