import { lazy, type ReactNode, Suspense, useRef } from 'react';

const loadDrawer = () => import('./sheet-drawer.tsx');
const SheetDrawer = lazy(async () => ({ default: (await loadDrawer()).SheetDrawer }));

export type SheetProps = {
  readonly open: boolean;
  /** Called when the reader closes it: by a swipe, Escape, a tap beside it, or its close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
  /** Buttons that stay in sight below what scrolls. */
  readonly footer?: ReactNode;
};

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
