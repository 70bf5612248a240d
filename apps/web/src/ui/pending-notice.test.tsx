import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { forgetAttempts, recordAttempt } from '#platform/pending-retries.ts';
import { installFakeNetwork } from '#testing/fake-network.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { PendingNotice } from './pending-notice.tsx';

const REQUEST_ID = '7f0c6a52-9a1e-4f4c-8c55-2f7f4f1f6d11';
const NOTICE = <PendingNotice title="Being confirmed" text="It is sent again." requestId={REQUEST_ID} />;

function fail(times: number, text: string | null = null): void {
  onTestFinished(() => forgetAttempts(REQUEST_ID));
  act(() => {
    for (let time = 0; time < times; time += 1) recordAttempt(REQUEST_ID, { text, retryAfterMs: 0 });
  });
}

describe('PendingNotice', () => {
  test('names the pending work before anything has failed', () => {
    const { screen } = renderInPage(NOTICE);
    expect(screen.getByRole('status')).toHaveTextContent(/^Being confirmedIt is sent again.$/);
  });

  test('shows the words of the server and counts down to the next try', async () => {
    const clock = startClock();
    const { screen } = renderInPage(NOTICE);
    fail(1, '系统维护中');
    expect(screen.getByRole('status')).toHaveTextContent('系统维护中');
    expect(screen.getByText('5 秒后自动重试')).toBeVisible();
    await clock.advance(2_000);
    expect(screen.getByText('3 秒后自动重试')).toBeVisible();
  });

  test('does not say whom to ask after two attempts', () => {
    startClock();
    const { screen, texts } = renderInPage(NOTICE);
    fail(2);
    expect(screen.queryByText(texts.ui.pending.contact)).toBeNull();
  });

  test('says after three attempts whom to ask, with the id of the request, and shows only safe links', async () => {
    startClock();
    const network = installFakeNetwork();
    onTestFinished(() => network.restore());
    network.reply('POST /api/app/qa', {
      questions: [],
      contacts: [
        { kind: 'telegram', label: 'Telegram', url: 'https://t.me/city_mint' },
        { kind: 'email', label: 'E-mail', url: 'mailto:help@city-mint.example' },
        { kind: 'other', label: 'Bad', url: 'javascript:alert(1)' },
      ],
    });
    const { screen, texts } = renderInPage(NOTICE);
    fail(3);
    expect(screen.getByText(texts.ui.pending.contact)).toBeVisible();
    expect(screen.getByRole('button', { name: `复制 ${REQUEST_ID}` })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Telegram' })).toHaveAttribute('href', 'https://t.me/city_mint');
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Telegram', 'E-mail']);
  });
});
