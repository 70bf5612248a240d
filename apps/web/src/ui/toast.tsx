import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import { createPortal } from 'react-dom';
import { type ToastKind, useToastStore } from '../platform/toast-store.ts';

const ICONS: Record<ToastKind, IconName | null> = { plain: null, success: 'check', danger: 'alert' };

/** Shows the toasts; rendered once, outside #root, so that an open sheet does not hide it from screen readers. */
export function ToastRegion() {
  const toast = useToastStore((state) => state.toast);
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      data-base-ui-inert-exempt=""
      className="pointer-events-none fixed inset-x-0 top-[42%] z-50 mx-auto flex max-w-[4.8rem] justify-center px-8"
    >
      {toast !== null && (
        <div
          key={toast.id}
          data-kind={toast.kind}
          className="flex animate-rise items-center gap-2 rounded-lg bg-toast px-4 py-3 text-sm text-on-toast shadow-float ring-1 ring-on-toast/15"
        >
          {ICONS[toast.kind] !== null && <Icon name={ICONS[toast.kind] ?? 'info'} />}
          <span className="min-w-0 break-words">{toast.text}</span>
        </div>
      )}
    </div>,
    document.body,
  );
}
