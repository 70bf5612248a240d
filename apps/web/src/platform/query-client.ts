import { NetworkError } from '@city-mint/api-contract/client';
import { retryUnlessRefused } from '@city-mint/client/refusal-error.ts';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast } from '#platform/toast-store.ts';
import { isOffline } from './connection-store.ts';
import { translate } from './i18n/translate.ts';

/**
 * The cache of server state. Retries network errors twice, refusals and offline never; keeps earlier data after a
 * failed refresh.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      // A screen without data shows its error state; one with earlier data needs this toast, unless the bar at the top
      // already says that the device is offline.
      const isSilent = query.meta?.silent === true || isOffline();
      if (error instanceof NetworkError && query.state.data !== undefined && !isSilent) {
        showToast(translate('ui.networkError'), 'danger');
      }
    },
  }),
  defaultOptions: {
    queries: {
      // By default a query without a network waits, and its screen would load without end instead of saying why.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      // A device without a network says so at once; the query is repeated when the network is back.
      retry: (failures, error) => !isOffline() && retryUnlessRefused(failures, error),
      retryDelay: (attempt) => Math.min(800 * 2 ** attempt, 4_000),
    },
  },
});
