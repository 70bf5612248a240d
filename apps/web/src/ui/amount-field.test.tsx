import type { Language } from '@city-mint/domain/languages';
import { TYPED_AMOUNTS } from '@city-mint/tests/field/typed-amounts';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseLanguage } from '#platform/i18n/language-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { AmountField } from './amount-field.tsx';

type FieldProps = Partial<Parameters<typeof AmountField>[0]>;

/** A field and, in `output`, the entry that a form gets. */
function Field(props: FieldProps) {
  const [entry, setEntry] = useState('');
  return (
    <>
      <AmountField label="Amount" unit="JU" value={entry} onText={setEntry} {...props} />
      <output>{entry}</output>
    </>
  );
}

/** Renders the field in a language, for the time of a test. */
async function fieldIn(language: Language, props: FieldProps = {}) {
  const { screen, user, texts } = renderInPage(<Field {...props} />);
  await act(() => chooseLanguage(language));
  onTestFinished(() => act(() => chooseLanguage('zh')));
  const field = screen.getByRole('textbox', { name: 'Amount' });
  const entry = () => screen.getByRole('status').textContent;
  const choices = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
  return { screen, user, texts, field, entry, choices };
}

test('shows the front of a long number: it shrinks with its length, and goes back to its start on blur', async () => {
  const { field, user } = await fieldIn('en');
  await user.type(field, '123.45');
  expect(field).toHaveClass('text-xl');
  await user.type(field, '6789012');
  expect(field).toHaveClass('text-base');
  await user.type(field, '345678901');
  expect(field).toHaveClass('text-sm');
  field.scrollLeft = 40;
  await user.tab();
  expect(field.scrollLeft).toBe(0);
});

/** What the form gets after each key. */
const TYPED = [
  ['id', '12,5', ['1', '12', '12', '12.5']],
  ['id', '1,125', ['1', '1', '1.1', '1.12', '1.125']],
  ['id', '1.125', ['1', '1', '1.1', '1.12', '?1.125']],
  ['id', '1.234,5', ['1', '1', '1.2', '1.23', '?1.234', '1234', '1234.5']],
  ['vi', '0,5', ['0', '0', '0.5']],
  ['vi', '1.1255', ['1', '1', '1.1', '1.12', '?1.125', '1.1255']],
  [
    'hi',
    '12,34,567.5',
    ['1', '12', '12', '12.3', '12.34', '!12,34,', '!12,34,5', '!12,34,56', '1234567', '1234567', '1234567.5'],
  ],
  ['hi', '१२.५', ['1', '12', '12', '12.5']],
  ['en', '1,125', ['1', '1', '1.1', '1.12', '?1,125']],
  ['en', '1,1255', ['1', '1', '1.1', '1.12', '?1,125', '1.1255']],
  ['en', '0,5', ['0', '0', '0.5']],
  ['zh', '１，０００．５', ['1', '1', '1', '1', '?１，０００', '1000', '1000.5']],
  ['zh', '1,125', ['1', '1', '1.1', '1.12', '?1,125']],
] as const;

describe('AmountField', () => {
  test.each(TYPED)('in %s, %s typed key by key stays in the field as it is', async (language, typed, entries) => {
    const { user, field, entry } = await fieldIn(language);
    await user.click(field);
    let shown = '';
    for (const [index, key] of [...typed].entries()) {
      await user.keyboard(key);
      shown += key;
      expect(field).toHaveValue(shown);
      expect(entry(), shown).toBe(entries[index]);
    }
  });

  test('keeps the cursor where a digit is typed into the middle', async () => {
    const { user, field, entry } = await fieldIn('id');
    await user.type(field, '12,5');
    await user.type(field, '0', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field).toHaveValue('102,5');
    expect(entry()).toBe('102.5');
  });

  test.each(TYPED_AMOUNTS)('takes $typed, pasted in $language: $seen', async ({ language, typed, right }) => {
    const { user, field, entry, choices } = await fieldIn(language);
    await user.click(field);
    await user.paste(typed);
    expect(field).toHaveValue(typed);
    if (right === 'refuse') expect(entry()).toBe(`!${typed.trim()}`);
    else if (typeof right === 'string') expect(entry()).toBe(right);
    else expect(choices()).toHaveLength(right.ask.length);
  });

  test.each([
    ['en', '1,125', ['1,125 JU1 thousand 125 JU', '1.125 JU1 point 125 JU']],
    ['id', '1.125', ['1.125 JU1 ribu 125 JU', '1,125 JU1 koma 125 JU']],
    ['hi', '१,१२५', ['1,125 JU1 हज़ार 125 JU', '1.125 JU1 दशमलव 125 JU']],
    ['zh', '12,345', ['12,345 JU1万2345 JU', '12.345 JU12 点 345 JU']],
    ['vi', '1,234.5', ['1.234,5 JU1 nghìn 234 phẩy 5 JU']],
  ] as const)('in %s, asks what %s means, and takes the answer', async (language, typed, buttons) => {
    const { screen, user, field, entry, choices } = await fieldIn(language);
    await user.type(field, typed);
    expect(choices()).toEqual(buttons);
    const [first] = screen.getAllByRole('button');
    if (first !== undefined) await user.click(first);
    expect(entry()).toMatch(/^\d+(\.\d+)?$/);
    expect(choices()).toEqual([]);
    expect(field.getAttribute('value')).not.toMatch(/[?!]/);
  });

  test('says the amount below the field, as its description', async () => {
    const { user, field } = await fieldIn('en', { hint: 'At least 10' });
    await user.type(field, '1125');
    expect(field).toHaveAccessibleDescription('= 1 thousand 125 JU At least 10');
    await user.clear(field);
    await user.type(field, '125');
    expect(field).toHaveAccessibleDescription('At least 10');
  });

  test('keeps the amount when another language is chosen, and writes it as that language does', async () => {
    const { user, field, entry } = await fieldIn('en');
    await user.type(field, '1,234.5');
    await act(() => chooseLanguage('id'));
    expect(entry()).toBe('1234.5');
    expect(field).toHaveValue('1234,5');
  });

  test('opens the keyboard of decimal digits, and offers no earlier entries', () => {
    const { screen } = renderInPage(<Field />);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(field).toHaveAttribute('inputmode', 'decimal');
    expect(field).toHaveAttribute('autocomplete', 'off');
  });

  test('names the problem, as its description', () => {
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
