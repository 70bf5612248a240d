import { NetworkError } from '@city-mint/api-contract/client';
import { retryUnlessRefused } from '@city-mint/client/refusal-error.ts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast } from '#platform/toast-store.ts';
import { translate } from './i18n/translate.ts';

/**
 * The cache of server state. Retries network errors twice, refusals never; keeps earlier data after a failed refresh.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // A screen without data shows its error state; one with earlier data needs this toast.
      if (error instanceof NetworkError && query.state.data !== undefined && query.meta?.silent !== true) {
        showToast(translate('ui.networkError'), 'danger');
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      retry: retryUnlessRefused,
      retryDelay: (attempt) => Math.min(800 * 2 ** attempt, 4_000),
    },
  },
});
