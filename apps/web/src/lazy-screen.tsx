import type { TextArea } from '@city-mint/texts/messages';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type LazyCode, lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { tryAgainOrReload } from '#platform/reload-page.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';

/** A screen whose code is fetched on demand. `preload` fetches it, and also resolves if that fails. */
export type LazyScreen<Search extends object> = (() => ReactNode) & {
  readonly preload: () => Promise<void>;
  /** Fetches everything that it needs to render, in the language of the page; rejects if that fails. */
  readonly fetch: () => Promise<void>;
  readonly search?: Search;
};

/**
 * Returns a screen whose code and texts are fetched when it opens, or earlier. If they cannot be fetched, the screen
 * shows an error with a retry; it reloads the document only if the server is reachable, because the page would be lost
 * offline. `Search` is the type of the screen's state in its URL, if it has any.
 */
export function lazyScreen<Search extends object = Record<never, never>>(
  areas: readonly TextArea[],
  load: () => Promise<ComponentType>,
): LazyScreen<Search> {
  const code = lazyCode(areas, load);
  return Object.assign(() => <Screen code={code} />, { preload: code.preload, fetch: code.fetch });
}

function Screen({ code }: { readonly code: LazyCode<ComponentType> }) {
  const t = useTranslations('ui');
  const status = useLazyCode(code);
  if (status.kind === 'ready') return <status.part />;
  return (
    <Page>
      {status.kind === 'loading' ? (
        <Skeleton className="mt-4 h-[3.1rem] w-full rounded-2xl" />
      ) : (
        <>
          <h1 className="sr-only">{t('errorTitle')}</h1>
          <ErrorState error={status.error} onRetry={() => void tryAgainOrReload(status.retry)} />
        </>
      )}
    </Page>
  );
}
