import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useEffect } from 'react';
import { duringBlockingCall } from '#platform/loading.ts';
import { LoadingOverlay } from '#ui/loading-overlay.tsx';

function Blocked() {
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void duringBlockingCall(() => promise);
    return () => resolve();
  }, []);
  return <LoadingOverlay />;
}

export const stories: Stories = { idle: () => <LoadingOverlay />, command: () => <Blocked /> };
