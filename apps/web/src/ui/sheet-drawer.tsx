import { Drawer } from '@base-ui/react/drawer';
import { Icon } from '@city-mint/ui/icon.tsx';
import { type ReactNode, type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslations } from 'use-intl';
import { TextProvider } from '#platform/i18n/text-provider.tsx';
import { focusOnlyField, onlyField } from './sheet-field.ts';
import { registerSheetProperties } from './sheet-properties.ts';
import { SheetScroll } from './sheet-scroll.ts';

export type SheetProps = {
  readonly open: boolean;
  /** Whether the URL opens it: Back then closes it without further code. */
  readonly isInUrl?: boolean;
  /** Called when the user closes it: by a swipe, Escape, a tap outside, or its close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
  /** Buttons that stay visible below the scrolling content. */
  readonly footer?: ReactNode;
};

type DrawerProps = SheetProps & {
  /** Whether it is in the document while it is closed. */
  readonly isMounted?: boolean;
};

registerSheetProperties();

const MOTION = 'duration-[380ms] ease-[cubic-bezier(0.32,0.72,0,1)]';

/** The drawer of `Sheet`, in a separate chunk, so that the first load excludes it. */
export function SheetDrawer({ open, onClose, title, description, children, footer, isMounted }: DrawerProps) {
  const t = useTranslations('ui');
  const keyboard = useKeyboardHeight(open);
  const content = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const shownTitle = useRef(title);
  useEffect(() => {
    // Another step of the same sheet begins at its top.
    if (shownTitle.current !== title) content.current?.scrollTo({ top: 0 });
    shownTitle.current = title;
  }, [title]);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Drawer.Portal keepMounted={isMounted}>
        <Drawer.Backdrop
          className={`fixed inset-0 min-h-dvh print:hidden bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0 ${MOTION}`}
        />
        <Drawer.Viewport
          className="fixed inset-0 flex items-end justify-center print:static print:block"
          style={keyboard === 0 ? {} : { bottom: keyboard }}
        >
          <Drawer.Popup
            ref={popup}
            initialFocus={() => onlyField(content.current) ?? popup.current}
            finalFocus={() => (opener.current instanceof HTMLElement ? opener.current : true)}
            className={`flex max-h-[88dvh] w-full print:max-h-none print:max-w-none print:shadow-none max-w-[4.8rem] flex-col rounded-t-2xl bg-surface text-ink shadow-float outline-none [transform:translateY(var(--drawer-swipe-movement-y))] transition-transform data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:select-none data-swiping:duration-0 ${MOTION}`}
          >
            <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line print:hidden" aria-hidden="true" />
            <header className="flex items-start justify-between gap-3 px-5 pt-3 pb-2">
              <div className="min-w-0">
                <Drawer.Title className="font-display text-xl font-semibold">{title}</Drawer.Title>
                {description !== undefined && (
                  <Drawer.Description className="mt-1 text-sm text-pretty text-muted">{description}</Drawer.Description>
                )}
              </div>
              <Drawer.Close
                aria-label={t('close')}
                className="tap -mr-3 -mt-2 inline-flex shrink-0 items-center justify-center rounded-full text-muted active:bg-sunken"
              >
                <Icon name="close" />
              </Drawer.Close>
            </header>
            {/* Focusable, because a long text without controls could not be scrolled by keyboard. */}
            <Drawer.Content
              ref={content}
              tabIndex={0}
              className="outline-offset-[-0.02rem] min-h-0 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 print:overflow-visible"
            >
              <SheetScroll value={content}>{children}</SheetScroll>
            </Drawer.Content>
            <FieldFocus content={content} opener={opener} />
            {footer !== undefined && footer !== null && (
              <div className="border-t border-line px-5 pt-3 pb-4 print:hidden">{footer}</div>
            )}
            <div className="safe-bottom" />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/**
 * Renders a closed sheet apart from the page, in short slices, and removes it: on a slow phone the first tap would
 * otherwise also wait until the code of sheets is compiled, a seventh of the time until its sheet is shown.
 */
export function rehearseSheet(): void {
  const root = createRoot(document.createElement('div'));
  // A root cannot be removed while it renders.
  const end = () => void setTimeout(() => root.unmount(), 0);
  startTransition(() =>
    root.render(
      <TextProvider>
        <Rehearsal onRendered={end} />
      </TextProvider>,
    ),
  );
}

function Rehearsal({ onRendered }: { readonly onRendered: () => void }) {
  useEffect(onRendered, [onRendered]);
  return (
    <SheetDrawer open={false} isMounted onClose={onRendered} title="">
      {null}
    </SheetDrawer>
  );
}

type FieldFocusProps = {
  readonly content: RefObject<HTMLDivElement | null>;
  /** Set to the element with the focus before, to which the closing sheet returns it. */
  readonly opener: RefObject<Element | null>;
};

/**
 * Focuses the only field of a sheet when the sheet is rendered, which is within the tap that opens it: iOS then opens
 * the keyboard.
 */
function FieldFocus({ content, opener }: FieldFocusProps) {
  useLayoutEffect(() => {
    opener.current = focusOnlyField(content.current);
  }, [content, opener]);
  return null;
}

/**
 * Returns the pixels that the keyboard covers at the bottom of the page: 0 in browsers that resize the page instead
 * (`interactive-widget`); Safari lays the keyboard over the page.
 */
function useKeyboardHeight(open: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const { visualViewport } = window;
    if (!open || visualViewport === null) return undefined;
    // Zooming in also shrinks the visible part, without a keyboard.
    const measure = () =>
      setHeight(
        visualViewport.scale > 1
          ? 0
          : Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop)),
      );
    measure();
    visualViewport.addEventListener('resize', measure);
    return () => visualViewport.removeEventListener('resize', measure);
  }, [open]);
  return height;
}
