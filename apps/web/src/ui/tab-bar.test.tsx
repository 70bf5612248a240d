import { act } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useAttentionStore } from '#platform/attention-store.ts';
import { goTo } from '#platform/router/location.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import '#testing/visit.tsx';
import { TabBar } from './tab-bar.tsx';

describe('TabBar', () => {
  test('leads to the five main screens', () => {
    const { screen } = renderInPage(<TabBar />);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/index', '/city', '/assets', '/earnings_aic', '/my']);
  });

  test('marks the screen that is shown', async () => {
    const { screen, user, texts } = renderInPage(<TabBar />);
    act(() => goTo('/my'));
    expect(screen.getByRole('link', { name: texts.ui.tabs.my })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: texts.ui.tabs.home }));
    expect(screen.getByRole('link', { name: texts.ui.tabs.home })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: texts.ui.tabs.my })).not.toHaveAttribute('aria-current');
  });

  test('says at the city that there is a new result', () => {
    const { screen, texts } = renderInPage(<TabBar />);
    const { city, news } = texts.ui.tabs;
    expect(screen.getByRole('link', { name: city })).toBeVisible();
    act(() => useAttentionStore.setState({ city: true }));
    onTestFinished(() => useAttentionStore.setState({ city: false }));
    expect(screen.getByRole('link', { name: `${city} ${news}` })).toBeVisible();
  });

  test('opens another tab of the browser where the user asks for one', async () => {
    const { screen, user, texts } = renderInPage(<TabBar />);
    act(() => goTo('/index'));
    const link = screen.getByRole('link', { name: texts.ui.tabs.my });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.keyboard('{Control>}');
    await user.click(link);
    await user.keyboard('{/Control}');
    expect(link).not.toHaveAttribute('aria-current');
  });
});
