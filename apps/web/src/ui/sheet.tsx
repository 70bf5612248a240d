import { lazySheet } from './lazy-sheet.tsx';
import type { SheetProps } from './sheet-drawer.tsx';
import { onceSheetsAreClosed, useBackToClose } from './sheet-history.ts';

const Drawer = lazySheet<SheetProps>([], async () => (await import('./sheet-drawer.tsx')).SheetDrawer);

/** Fetches the sheet's code in advance: call it on pointerenter or focus of what opens a sheet. */
export const preloadSheet = Drawer.preload;

/** A bottom sheet: a modal dialog, closed by swipe, Escape or Back. Its code is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  const { open, isInUrl = false, onClose } = props;
  useBackToClose(open && !isInUrl, onClose);
  // A step back that is still under way would bring the address back, and the sheet with it.
  const close = isInUrl ? () => onceSheetsAreClosed(onClose) : onClose;
  return <Drawer {...props} onClose={close} />;
}
