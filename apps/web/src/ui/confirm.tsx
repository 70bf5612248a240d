import { lazy, Suspense, useEffect } from 'react';
import { useSessionStore } from '#platform/session-store.ts';
import { useConfirmStore } from './confirm-store.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Where questions of `askToConfirm` appear; once in the page. A question is put to one visitor: with another one logged in its answer is no. */
export function ConfirmRegion() {
  useEffect(
    () =>
      useSessionStore.subscribe((now, before) => {
        if (now.session?.address !== before.session?.address) useConfirmStore.getState().asked?.answer(false);
      }),
    [],
  );
  const asked = useConfirmStore((state) => state.asked);
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={asked} onAnswer={asked.answer} />
    </Suspense>
  );
}
