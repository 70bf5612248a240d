import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { useEntry } from '#platform/router/location.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { lazySheet } from './lazy-sheet.tsx';
import { preloadSheet, Sheet } from './sheet.tsx';
import { rehearseSheet } from './sheet-drawer.tsx';
import { holdKeyboard } from './sheet-field.ts';

function Opener({ onClose = () => undefined }: { readonly onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet
        open={open}
        onClose={close}
        title="Languages"
        description="Of the page"
        footer={<button type="button">Save</button>}
      >
        <p>ten of them</p>
      </Sheet>
    </>
  );
}

type LateProps = { readonly open: boolean; readonly onClose: () => void };

function Shown({ open }: LateProps) {
  return open ? <div role="dialog" aria-label="Late" /> : null;
}

/** The entries of open sheets in the history. */
const entries = () => Number(Object(history.state).sheetDepth ?? 0);

async function openSheet(onClose = vi.fn()) {
  const rendered = renderInPage(<Opener onClose={onClose} />);
  await rendered.user.click(rendered.screen.getByRole('button', { name: 'Open' }));
  const dialog = await rendered.screen.findByRole('dialog', { name: 'Languages' });
  await waitFor(() => expect(entries()).toBe(1));
  return { ...rendered, dialog, onClose };
}

describe('Sheet', () => {
  test('is a dialog with its title, description, content and footer', async () => {
    const { dialog, screen } = await openSheet();
    expect(dialog).toHaveAccessibleDescription('Of the page');
    expect(dialog).toHaveTextContent('ten of them');
    expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
  });

  test('closes by its button, and leaves no entry in the history', async () => {
    const { user, screen, texts, onClose } = await openSheet();
    await user.click(screen.getByRole('button', { name: texts.ui.close }));
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(entries()).toBe(0));
  });

  test('closes by Escape', async () => {
    const { user, onClose } = await openSheet();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('closes by Back, which stays on the screen', async () => {
    const { onClose } = await openSheet();
    const { path } = useEntry.getState();
    act(() => history.back());
    expect(onClose).toHaveBeenCalledOnce();
    expect(useEntry.getState().path).toBe(path);
    await waitFor(() => expect(entries()).toBe(0));
  });

  test('returns the focus to what opened it', async () => {
    const { user, screen, texts } = await openSheet();
    await user.click(screen.getByRole('button', { name: texts.ui.close }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });
});

test('a rehearsal shows nothing, moves no focus, and is removed', async () => {
  const { screen } = renderInPage(<button type="button">Open</button>);
  const before = document.body.childElementCount;
  screen.getByRole('button', { name: 'Open' }).focus();
  const shown: string[] = [];
  const watched = new MutationObserver(() => {
    for (const dialog of document.querySelectorAll('[role=dialog]')) shown.push(`${dialog.hasAttribute('hidden')}`);
  });
  watched.observe(document.body, { childList: true, subtree: true });
  rehearseSheet();
  await waitFor(() => expect(shown).toContain('true'));
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  watched.disconnect();
  expect(shown).not.toContain('false');
  expect(document.body.childElementCount).toBe(before);
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  expect(entries()).toBe(0);
});

describe('lazySheet', () => {
  test('fetches its code when it is first opened', async () => {
    const load = vi.fn(async () => Shown);
    const Late = lazySheet<LateProps>([], load);
    const { screen } = renderInPage(<Late open={false} onClose={() => undefined} />);
    expect(load).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    renderInPage(<Late open onClose={() => undefined} />);
    expect(await screen.findByRole('dialog', { name: 'Late' })).toBeInTheDocument();
    expect(load).toHaveBeenCalledOnce();
  });

  test('is there when it was fetched in advance', async () => {
    const Late = lazySheet<LateProps>([], async () => Shown);
    await Late.preload();
    const { screen } = renderInPage(<Late open onClose={() => undefined} />);
    expect(screen.getByRole('dialog', { name: 'Late' })).toBeInTheDocument();
  });

  test('closes and says that there is no network where its code cannot be fetched', async () => {
    await prepareVisitor();
    const Late = lazySheet<LateProps>([], () => Promise.reject(new TypeError('fetch failed')));
    const onClose = vi.fn();
    const { texts } = renderInPage(<Late open onClose={onClose} />);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(useToastStore.getState().toast).toMatchObject({ text: texts.ui.networkError, kind: 'danger' });
  });

  test('resolves its preload also when that fails', async () => {
    const Late = lazySheet<LateProps>([], () => Promise.reject(new TypeError('fetch failed')));
    await expect(Late.preload()).resolves.toBeUndefined();
  });
});

function FieldOpener({ fields }: { readonly fields: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Amount">
        <input type="range" aria-label="Share" />
        {fields > 0 && <input aria-label="Amount" />}
        {fields > 1 && <input aria-label="Reason" />}
      </Sheet>
    </>
  );
}

describe('the field of a sheet', () => {
  /** Returns the focused element right after the tap, before any timer or fetch. */
  async function focusOfTap(fields: number): Promise<Element | null> {
    await preloadSheet();
    renderInPage(<FieldOpener fields={fields} />);
    const button = screen.getByRole('button', { name: 'Open' });
    act(() => button.focus());
    act(() => button.click());
    return document.activeElement;
  }

  test('is focused within the tap that opens the sheet, and keeps the focus', async () => {
    const field = await focusOfTap(1);
    expect(field).toHaveAccessibleName('Amount');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(field).toHaveFocus();
    act(() => screen.getByRole('button', { name: zh.ui.close }).click());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  });

  test.each([0, 2])('with %i fields none is', async (fields) => {
    expect((await focusOfTap(fields))?.matches('input')).toBe(false);
  });

  test('that is still fetched has a field in its place, which ends once another is focused', async () => {
    const code = Promise.withResolvers<typeof Shown>();
    const Late = lazySheet<LateProps>([], () => code.promise);
    const { screen } = renderInPage(
      <>
        <Late open onClose={() => undefined} />
        <button type="button">Other</button>
      </>,
    );
    holdKeyboard();
    expect(document.activeElement?.matches('input[inputmode="decimal"]')).toBe(true);
    act(() => screen.getByRole('button', { name: 'Other' }).focus());
    expect(document.querySelector('input[inputmode="decimal"]')).toBeNull();
    code.resolve(Shown);
    expect(await screen.findByRole('dialog', { name: 'Late' })).toBeInTheDocument();
  });
});
