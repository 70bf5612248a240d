import { lazy, Suspense, useEffect } from 'react';
import { useSessionStore } from '#platform/session-store.ts';
import { useConfirmStore } from './confirm-store.ts';
import { useBackToClose } from './sheet-history.ts';

const loadDialog = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }));

/** Fetches the dialog's code in advance. */
export async function preloadConfirm(): Promise<void> {
  await loadDialog().catch(() => undefined);
}

/**
 * Shows the questions of `askToConfirm`; rendered once. When another user signs in, an open question is answered with
 * no.
 */
export function ConfirmRegion() {
  useEffect(
    () =>
      useSessionStore.subscribe((now, before) => {
        if (now.session?.address !== before.session?.address) useConfirmStore.getState().asked?.answer(false);
      }),
    [],
  );
  const asked = useConfirmStore((state) => state.asked);
  useBackToClose(asked !== null, () => asked?.answer(false));
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={asked} onAnswer={asked.answer} />
    </Suspense>
  );
}
