import { useEffect } from 'react';
import { useSessionStore } from '#platform/session-store.ts';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { useConfirmStore } from './confirm-store.ts';
import { lazySheet } from './lazy-sheet.tsx';
import { useBackToClose } from './sheet-history.ts';

const Dialog = lazySheet<ConfirmDialogProps & { readonly open: boolean; readonly onClose: () => void }>(
  [],
  async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
);

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
  const refuse = () => asked?.answer(false);
  useBackToClose(asked !== null, refuse);
  return asked && <Dialog open onClose={refuse} question={asked} onAnswer={asked.answer} />;
}
