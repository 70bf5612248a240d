import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useTranslations } from 'use-intl';
import { reloadIfReachable } from '#platform/reload-page.ts';
import { showToast } from '#platform/toast-store.ts';
import { Page } from '#ui/page.tsx';

/** Shown instead of a screen that threw, or whose code could not be fetched. */
export function CrashPage() {
  const t = useTranslations('ui');
  const reload = async () => {
    if (!(await reloadIfReachable())) showToast(t('networkError'), 'danger');
  };
  return (
    <Page>
      <h1 className="sr-only">{t('crashTitle')}</h1>
      <EmptyState
        icon="alert"
        title={t('crashTitle')}
        text={t('crashText')}
        action={<Button onClick={() => void reload()}>{t('reload')}</Button>}
      />
    </Page>
  );
}
