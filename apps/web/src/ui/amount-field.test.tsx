import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { AmountField } from './amount-field.tsx';

function Field(props: Partial<Parameters<typeof AmountField>[0]>) {
  const [text, setText] = useState('');
  return <AmountField label="Amount" unit="JU" value={text} onText={setText} {...props} />;
}

describe('AmountField', () => {
  test.each([
    ['１００．５', '100.5'],
    ['1,000', '1000'],
    ['.5', '0.5'],
    ['1,5', '1,5'],
  ])('takes %s as %s', async (typed, text) => {
    const { screen, user } = renderInPage(<Field />);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    await user.click(field);
    await user.paste(typed);
    expect(field).toHaveValue(text);
  });

  test('opens the keyboard of decimal digits, and offers no earlier entries', () => {
    const { screen } = renderInPage(<Field />);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(field).toHaveAttribute('inputmode', 'decimal');
    expect(field).toHaveAttribute('autocomplete', 'off');
  });

  test('says what is wrong, as its description', () => {
    const { screen } = renderInPage(<Field error="Too much" />);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Too much');
  });

  test('is described by its hint while nothing is wrong', () => {
    const { screen } = renderInPage(<Field hint="At least 10" />);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(field).toBeValid();
    expect(field).toHaveAccessibleDescription('At least 10');
  });

  test('enters the maximum by a tap', async () => {
    const onMaximum = vi.fn();
    const { screen, user, texts } = renderInPage(<Field onMaximum={onMaximum} />);
    await user.click(screen.getByRole('button', { name: texts.ui.amount.maximum }));
    expect(onMaximum).toHaveBeenCalledOnce();
  });

  test('has no button where there is no maximum', () => {
    const { screen } = renderInPage(<Field />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
