import { describe, expect, test } from 'vitest';
import { goTo, useEntry } from '#platform/router/location.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import '#testing/visit.tsx';
import { PageHeader } from './page-header.tsx';

describe('PageHeader', () => {
  test('is the heading of the screen and the title of the document', () => {
    const { screen } = renderInPage(<PageHeader title="Assets" />);
    expect(screen.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible();
    expect(document.title).toBe('Assets · City Mint');
  });

  test('has no back button on a screen of the tab bar', () => {
    const { screen } = renderInPage(<PageHeader title="Assets" />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('goes back to the screen before', async () => {
    goTo('/assets');
    goTo('/deposit');
    const { screen, user, texts } = renderInPage(<PageHeader title="Recharge" backTo="/my" />);
    await user.click(screen.getByRole('button', { name: texts.ui.back }));
    expect(useEntry.getState().path).toBe('/assets');
  });

  test('goes to its own target where the screen was opened directly', async () => {
    useEntry.setState({ index: 0 });
    const { screen, user, texts } = renderInPage(<PageHeader title="Recharge" backTo="/my" />);
    await user.click(screen.getByRole('button', { name: texts.ui.back }));
    expect(useEntry.getState().path).toBe('/my');
  });

  test('takes the focus when it opens, so that the screen is announced', () => {
    const { screen, unmount } = renderInPage(<PageHeader title="Assets" />);
    unmount();
    renderInPage(<PageHeader title="Earnings" />);
    expect(screen.getByRole('heading', { name: 'Earnings' })).toHaveFocus();
  });

  test('leaves the focus in an open dialog', () => {
    renderInPage(
      <>
        <div role="dialog" aria-label="open" />
        <PageHeader title="Earnings" />
      </>,
    );
    expect(document.body).toHaveFocus();
  });
});
