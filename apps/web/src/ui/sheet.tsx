import { lazy, Suspense, useRef } from 'react';
import type { SheetProps } from './sheet-drawer.tsx';
import { useBackToClose } from './sheet-history.ts';

const loadDrawer = () => import('./sheet-drawer.tsx');
const SheetDrawer = lazy(async () => ({ default: (await loadDrawer()).SheetDrawer }));

/** Fetches the sheet's code in advance: call it on pointerenter or focus of what opens a sheet. */
export async function preloadSheet(): Promise<void> {
  await loadDrawer().catch(() => undefined);
}

/** A bottom sheet: a modal dialog, closed by swipe, Escape or Back. Its code is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  useBackToClose(props.open && props.isInUrl !== true, props.onClose);
  const wasOpen = useRef(false);
  if (props.open) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return (
    <Suspense fallback={null}>
      <SheetDrawer {...props} />
    </Suspense>
  );
}
