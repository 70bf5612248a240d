import { useTranslations } from 'use-intl';
import { RefusalError } from '#platform/api.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/**
 * Shown when something could not be fetched: the server's text of the refusal or a network error, and a retry button.
 */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('ui');
  return (
    <div role="alert">
      <EmptyState
        icon="plug"
        title={t('errorTitle')}
        text={error instanceof RefusalError && error.message !== '' ? error.message : t('networkError')}
        action={
          <Button kind="soft" size="small" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}
