import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';

/** Returns a function that words an error: the server's text if it answered, else that it did not. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('ui.state');
  return (error) => (error instanceof RefusalError && error.message !== '' ? error.message : t('noAnswer'));
}

type ErrorStateProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
};

/** A failed read: the server's text if it answered, and a button to retry. */
export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const t = useTranslations('ui.state');
  const textOf = useErrorText();
  return (
    <div role="alert">
      <EmptyState
        icon="plug"
        title={t('error')}
        text={textOf(error)}
        action={
          <Button kind="soft" size="small" busy={isRetrying} onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}

type Read<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** Number of failed reads. */
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

type LoadedProps<Data> = {
  /** The result of `useQuery`. */
  readonly query: Read<Data>;
  /** Placeholder in the shape of the content. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/**
 * The data of a query, its skeleton while it loads, or its error. During a refetch the last data stay, without a
 * skeleton or an error.
 */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, errorUpdateCount, isFetching, refetch } = query;
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined) return children(data);
  if (errorUpdateCount > 0) {
    return <ErrorState error={error ?? last} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  return skeleton ?? <SkeletonRows />;
}
