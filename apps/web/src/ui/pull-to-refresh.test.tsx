import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';

function renderList(onRefresh: () => Promise<unknown>) {
  const rendered = renderInPage(
    <PullToRefresh onRefresh={onRefresh}>
      <p>list</p>
    </PullToRefresh>,
  );
  const list = screen.getByText('list');
  return {
    ...rendered,
    begin: (clientY: number) => fireEvent.touchStart(list, { touches: [{ clientY }] }),
    move: (clientY: number) => fireEvent.touchMove(list, { touches: [{ clientY }] }),
    end: () => fireEvent.touchEnd(list, { touches: [] }),
    cancel: () => fireEvent.touchCancel(list),
  };
}

describe('PullToRefresh', () => {
  test('refreshes once it is pulled far enough and released', async () => {
    const refresh = Promise.withResolvers<void>();
    const onRefresh = vi.fn(() => refresh.promise);
    const { begin, move, end, texts } = renderList(onRefresh);
    begin(0);
    move(129);
    expect(screen.getByRole('status')).toHaveTextContent(texts.ui.releaseToRefresh);
    end();
    expect(onRefresh).toHaveBeenCalledOnce();
    expect(await screen.findByText(texts.ui.refreshing)).toBeVisible();
    await act(async () => refresh.resolve());
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('does nothing when it is released too early', () => {
    const onRefresh = vi.fn(() => Promise.resolve());
    const { begin, move, end, texts } = renderList(onRefresh);
    begin(0);
    move(100);
    expect(screen.getByRole('status')).toHaveTextContent(texts.ui.pullToRefresh);
    end();
    expect(onRefresh).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('does nothing when the finger moves up', () => {
    const { begin, move } = renderList(() => Promise.resolve());
    begin(200);
    move(50);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('ends when the browser takes the gesture', () => {
    const onRefresh = vi.fn(() => Promise.resolve());
    const { begin, move, cancel, end } = renderList(onRefresh);
    begin(0);
    move(200);
    cancel();
    end();
    expect(onRefresh).not.toHaveBeenCalled();
  });

  test('does nothing where the page is scrolled', () => {
    Reflect.set(document.documentElement, 'scrollTop', 40);
    const { begin, move } = renderList(() => Promise.resolve());
    begin(0);
    move(200);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    Reflect.set(document.documentElement, 'scrollTop', 0);
  });

  test('is ready again after a refresh that failed', async () => {
    const { begin, move, end, texts } = renderList(() => Promise.reject(new Error('no')));
    begin(0);
    move(200);
    end();
    expect(await screen.findByText('list')).toBeVisible();
    await act(async () => undefined);
    expect(screen.queryByText(texts.ui.refreshing)).toBeNull();
  });
});
