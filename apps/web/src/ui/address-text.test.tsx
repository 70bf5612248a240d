import { describe, expect, test, vi } from 'vitest';
import { useToastStore } from '#platform/toast-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ALICE } from '#testing/sample-session.ts';
import { AddressText } from './address-text.tsx';
import { ToastRegion } from './toast.tsx';

const HASH = `0x${'ab'.repeat(32)}`;

describe('AddressText', () => {
  test('shows the ends of an address, by which it is named, and has the whole in its title', () => {
    const { screen } = renderInPage(<AddressText address={ALICE} />);
    const button = screen.getByRole('button', { name: '复制 0x7099…79C8' });
    expect(button).toHaveTextContent(/^0x7099…79C8$/);
    expect(button).toHaveAttribute('title', ALICE);
  });

  test('shows longer ends of a hash', () => {
    const { screen } = renderInPage(<AddressText address={HASH} />);
    expect(screen.getByRole('button')).toHaveTextContent(/^0xababab…abababab$/);
  });

  test('shows the whole address where the user confirms something by it', () => {
    const { screen } = renderInPage(<AddressText address={ALICE} whole />);
    expect(screen.getByRole('button', { name: `复制 ${ALICE}` })).toHaveTextContent(ALICE);
  });

  test('copies the whole address by a tap, and says so', async () => {
    const { screen, user, texts } = renderInPage(
      <>
        <AddressText address={ALICE} />
        <ToastRegion />
      </>,
    );
    await user.click(screen.getByRole('button'));
    expect(await navigator.clipboard.readText()).toBe(ALICE);
    expect(screen.getByText(texts.ui.copied)).toBeVisible();
    expect(useToastStore.getState().toast?.kind).toBe('success');
  });

  test('says when the browser does not allow it', async () => {
    const { screen, user, texts } = renderInPage(
      <>
        <AddressText address={ALICE} />
        <ToastRegion />
      </>,
    );
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
    await user.click(screen.getByRole('button'));
    expect(screen.getByText(texts.ui.copyFailed)).toBeVisible();
  });
});
