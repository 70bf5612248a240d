import { lazySheet } from './lazy-sheet.tsx';
import type { SheetProps } from './sheet-drawer.tsx';
import { onceSheetsAreClosed, useBackToClose } from './sheet-history.ts';

const Drawer = lazySheet<SheetProps>([], async () => (await import('./sheet-drawer.tsx')).SheetDrawer);

/** Fetches the sheet's code in advance: call it on pointerenter or focus of a trigger. */
export const preloadSheet = Drawer.preload;

/** A bottom sheet: a modal dialog, closed by swipe, Escape or Back. Its code is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  const { open, isInUrl = false, onClose } = props;
  useBackToClose(open && !isInUrl, onClose);
  // A pending step back would restore the old URL, and with it the sheet.
  const close = isInUrl ? () => onceSheetsAreClosed(onClose) : onClose;
  return <Drawer {...props} onClose={close} />;
}
