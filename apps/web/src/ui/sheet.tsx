import { lazySheet } from './lazy-sheet.tsx';
import type { SheetProps } from './sheet-drawer.tsx';
import { useBackToClose } from './sheet-history.ts';

const Drawer = lazySheet<SheetProps>([], async () => (await import('./sheet-drawer.tsx')).SheetDrawer);

/** Fetches the sheet's code in advance: call it on pointerenter or focus of what opens a sheet. */
export const preloadSheet = Drawer.preload;

/** A bottom sheet: a modal dialog, closed by swipe, Escape or Back. Its code is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  useBackToClose(props.open && props.isInUrl !== true, props.onClose);
  return <Drawer {...props} />;
}
