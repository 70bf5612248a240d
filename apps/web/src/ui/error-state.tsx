import { useTranslations } from 'use-intl';
import { RefusalError } from '#platform/api.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Something could not be fetched: the server's words if it refused, else that the network failed, and a way to try again. */
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
