import { lazy, Suspense, useRef } from 'react';
import type { SheetProps } from './sheet-drawer.tsx';

const loadDrawer = () => import('./sheet-drawer.tsx');
const SheetDrawer = lazy(async () => ({ default: (await loadDrawer()).SheetDrawer }));

/** Fetches the sheet's code before it is needed: call on pointerenter, focus or idle of what opens one. */
export function preloadSheet(): void {
  loadDrawer().catch(() => undefined);
}

/** A bottom sheet: a dialog with focus inside, closed by swipe or Escape. Its code is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  const wasOpen = useRef(false);
  if (props.open) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return (
    <Suspense fallback={null}>
      <SheetDrawer {...props} />
    </Suspense>
  );
}
