import { Dialog } from '@base-ui/react/dialog';
import { Icon } from '@city-mint/ui/icon.tsx';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';

type SideSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
};

/** Focusable, so that the keyboard can scroll it. */
const SCROLLABLE = { tabIndex: 0 };

/** A sheet that slides in from the right, closed by Escape, its button, or a click outside. */
export function SideSheet({ open, onClose, title, description, children }: SideSheetProps) {
  const t = useTranslations('ui.sheet');
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-10 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          // Focus the first input, not the close button.
          initialFocus={() => content.current?.querySelector<HTMLElement>('input, select, textarea') ?? true}
          className="fixed inset-y-0 right-0 z-20 flex w-[min(7.2rem,100vw)] flex-col bg-page text-ink text-sm shadow-float outline-none transition-transform duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full"
        >
          <header className="flex items-start justify-between gap-3 border-line border-b bg-surface px-5 py-3">
            <div className="min-w-0">
              <Dialog.Title className="font-semibold text-lg">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description className="text-muted text-xs">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close
              aria-label={t('close')}
              className="-mr-2 inline-flex size-9 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-sunken"
            >
              <Icon name="close" />
            </Dialog.Close>
          </header>
          <div
            ref={content}
            {...SCROLLABLE}
            className="min-h-0 flex-1 overflow-y-auto px-5 py-4 focus-visible:outline-offset-[-2px]"
          >
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
