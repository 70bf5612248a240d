import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { zh } from '#testing/zh-texts.ts';
import { Term } from './term.tsx';

test('a word explains itself on a tap, and leads to the questions', async () => {
  const { screen, user } = renderInPage(<Term name="reserve">储备金</Term>);
  await user.click(screen.getByRole('button', { name: '储备金' }));
  const sheet = await screen.findByRole('dialog', { name: zh.glossary.reserve.title });
  expect(within(sheet).getByText(zh.glossary.reserve.text)).toBeVisible();
  expect(within(sheet).getByRole('link', { name: zh.glossary.more })).toHaveAttribute('href', '/question');
});
