import { act, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { chooseLanguage } from '#platform/i18n/language-store.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

test('the language of the page is chosen on the first screen, before anything else', async () => {
  const { open } = await prepareVisitor({ session: null });
  onTestFinished(() => act(() => chooseLanguage('zh')));
  const { screen, user } = await open('/index');
  await user.click(screen.getByRole('button', { name: zh.home.language }));
  const sheet = await screen.findByRole('dialog', { name: zh.my.language });
  await user.click(within(sheet).getByRole('button', { name: 'Tiếng Việt' }));
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'vi'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: /^Ngôn ngữ/ })).toBeVisible();
});
