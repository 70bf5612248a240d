import { NOON } from '@city-mint/client/testing/start-clock.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { zh } from '#testing/zh-texts.ts';
import { NoticeBar } from './notice-bar.tsx';

type Announcement = Parameters<typeof NoticeBar>[0]['announcements'][number];

const { notices: texts } = zh;
const KEY = 'dismissedNotices';

const notice = (id: string, change: Partial<Announcement> = {}): Announcement => ({
  ...{ announcementId: id, kind: 'general', lang: 'zh', title: `标题 ${id}`, text: '第一行\n第二行' },
  ...{ startsAt: 0, endsAt: NOON },
  ...change,
});

function renderNotices(announcements: readonly Announcement[], preview: { expiresAt: number | null } | null = null) {
  onTestFinished(() => localStorage.clear());
  return renderInPage(<NoticeBar announcements={[...announcements]} preview={preview} offer={null} />);
}

describe('NoticeBar', () => {
  test('shows nothing where nothing is announced', () => {
    const { screen } = renderNotices([]);
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test.each(['general', 'maintenance', 'important'] as const)('names the kind of one that is %s', (kind) => {
    const { screen } = renderNotices([notice('1', { kind })]);
    expect(screen.getByText(texts.kinds[kind])).toBeVisible();
    expect(screen.getByRole('complementary', { name: texts.region })).toBeVisible();
  });

  test('is in the language of the announcement', () => {
    const { screen } = renderNotices([notice('1', { lang: 'zhHK' })]);
    expect(screen.getByText(/^第一行/).parentElement).toHaveAttribute('lang', 'zh-HK');
  });

  test('shows the text as it is, never as markup', () => {
    const { screen } = renderNotices([notice('1', { text: '<b>x</b>' })]);
    expect(screen.getByText('<b>x</b>')).toBeVisible();
  });

  test('forgets those that are over when another is dismissed', async () => {
    localStorage.setItem(KEY, JSON.stringify(['over', '1']));
    const { screen, user } = renderNotices([notice('1'), notice('2')]);
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['标题 2']);
    await user.click(screen.getByRole('button', { name: texts.dismiss }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(JSON.parse(localStorage.getItem(KEY) ?? '[]')).toEqual(['1', '2']);
  });

  test.each(['{', '5', '{"a":1}'])('shows all where the stored list is %s', (stored) => {
    localStorage.setItem(KEY, stored);
    const { screen } = renderNotices([notice('1')]);
    expect(screen.getByRole('heading', { name: '标题 1' })).toBeVisible();
  });
});

describe('a preview', () => {
  test('says until when it is valid, and how to end it', () => {
    const { screen } = renderNotices([], { expiresAt: NOON });
    expect(screen.getByRole('status')).toHaveTextContent(`${texts.preview.title} 12:00:00 前有效`);
    expect(screen.getByRole('link', { name: texts.preview.end })).toHaveAttribute('href', '/');
  });

  test('says that it has expired', () => {
    const { screen } = renderNotices([], { expiresAt: null });
    expect(screen.getByRole('status')).toHaveTextContent(texts.preview.expired);
  });
});
