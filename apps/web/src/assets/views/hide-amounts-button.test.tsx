import { expect, test } from 'vitest';
import { loadTexts } from '#platform/i18n/language-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { zh } from '#testing/zh-texts.ts';
import { Amount } from '#ui/amount.tsx';
import { Bars } from '#ui/bars.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';
import { SumLine } from '#ui/sum-line.tsx';
import { HideAmountsButton } from './hide-amounts-button.tsx';

test('one tap replaces the own amounts by dots, in titles and tables too, and the next one shows them', async () => {
  await loadTexts(['assets']);
  const { screen, user } = renderInPage(
    <>
      <HideAmountsButton />
      <Amount value="7.5" unit="JU" />
      <OwnAmounts>
        <Amount value="1234.56789" unit="JU" />
        <Bars label="days" unit="JU" points={[{ at: 0, value: '98765' }]} />
        <SumLine
          label="sum"
          unit="JU"
          points={[
            { at: 0, value: '4567' },
            { at: 1, value: '8901' },
          ]}
        />
      </OwnAmounts>
    </>,
  );
  const button = screen.getByRole('button', { name: zh.assets.hideAmounts });
  expect(document.body).toHaveTextContent('1,234.5678');
  await user.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(document.body).toHaveTextContent('7.5 JU');
  expect(document.body).toHaveTextContent('•••• JU');
  expect(document.body.innerHTML).not.toMatch(/1,?234|98765|4567|8901/);
  expect(localStorage.getItem('hideAmounts')).not.toBeNull();
  await user.click(button);
  expect(document.body).toHaveTextContent('1,234.5678');
  expect(localStorage.getItem('hideAmounts')).toBeNull();
});
