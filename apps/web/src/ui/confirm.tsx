import { lazy, Suspense } from 'react';
import { useConfirmStore } from './confirm-store.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Where questions of `askToConfirm` appear; once in the page. */
export function ConfirmRegion() {
  const asked = useConfirmStore((state) => state.asked);
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={asked} onAnswer={asked.answer} />
    </Suspense>
  );
}
