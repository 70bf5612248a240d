import { NOON } from '@city-mint/client/testing/start-clock.ts';
import { act } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useConnectionStore } from '#platform/connection-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ConnectionBar } from './connection-bar.tsx';

function renderBar(state: ReturnType<typeof useConnectionStore.getState>) {
  useConnectionStore.setState(state);
  onTestFinished(() => useConnectionStore.setState({ isDown: false, lastAnswerAt: null }));
  return renderInPage(<ConnectionBar />);
}

describe('ConnectionBar', () => {
  test('says nothing while the server answers', () => {
    const { screen } = renderBar({ isDown: false, lastAnswerAt: NOON });
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(document.documentElement).not.toHaveAttribute('data-offline');
  });

  test('says of when the data are', () => {
    const { screen } = renderBar({ isDown: true, lastAnswerAt: NOON });
    expect(screen.getByRole('status')).toHaveTextContent('离线，数据停在 12:00:00');
  });

  test('says only that it is offline where the server has never answered', () => {
    const { screen, texts } = renderBar({ isDown: true, lastAnswerAt: null });
    expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${texts.ui.offline}$`));
  });

  test('offers to reload once a server serves another release, and not while there is no connection', () => {
    const { screen, texts } = renderBar({ isDown: false, lastAnswerAt: NOON });
    onTestFinished(() => useConnectionStore.setState({ isReplaced: false }));
    act(() => useConnectionStore.setState({ isReplaced: true }));
    expect(screen.getByRole('button', { name: texts.ui.newRelease })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('data-offline');
    act(() => useConnectionStore.setState({ isDown: true }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('makes room for itself, and takes it back with the connection', () => {
    const { screen } = renderBar({ isDown: true, lastAnswerAt: NOON });
    expect(document.documentElement).toHaveAttribute('data-offline');
    act(() => useConnectionStore.setState({ isDown: false }));
    expect(document.documentElement).not.toHaveAttribute('data-offline');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});
