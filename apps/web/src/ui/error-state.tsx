import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useTranslations } from 'use-intl';
import { useAutoRetry } from './auto-retry.ts';

/**
 * Shown when something could not be fetched: the server's text of the refusal or a network error, what still holds, a
 * retry button, and when it is tried again by itself.
 */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('ui');
  const seconds = useAutoRetry(error, onRetry);
  return (
    <div>
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
      {/* Outside of the alert, which would be read out every second. */}
      {seconds > 0 && (
        <p className="-mt-7 pb-4 text-center text-xs text-muted figures">
          {t('errorSafe')} {t('pending.retryIn', { seconds })}
        </p>
      )}
    </div>
  );
}
