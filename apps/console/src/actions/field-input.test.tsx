import { DAY_MS } from '@city-mint/domain/time/durations';
import { within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { FieldInput } from './field-input.tsx';
import { type Draft, draftOf, fieldValue } from './form-drafts.ts';
import type { FormField } from './form-fields.ts';

const PLAIN = { nullable: false, optional: false, description: null, longest: null, choices: [], fields: [] };

function fieldOf(kind: FormField['kind'], change: Partial<FormField> = {}): FormField {
  return { ...PLAIN, name: 'colourOfDoor', kind, ...change };
}

type Options = { value?: unknown; problems?: Readonly<Record<string, string>>; currency?: string };

type FormProps = Options & { readonly field: FormField; readonly onDraft: (draft: Draft) => void };

function Form({ field, value, problems = {}, currency, onDraft }: FormProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(field, value));
  onDraft(draft);
  return (
    <FieldInput
      {...{ field, draft }}
      onChange={setDraft}
      path={field.name}
      problemAt={(path) => problems[path]}
      currency={currency ?? null}
    />
  );
}

/** Renders the input of a field; `value` returns the value that the form would send. */
function renderField(field: FormField, options: Options = {}) {
  let current: Draft = null;
  const follow = (draft: Draft) => {
    current = draft;
  };
  return {
    ...renderPart(<Form {...options} field={field} onDraft={follow} />),
    value: () => fieldValue(field, current),
  };
}

describe('a field', () => {
  test('has a readable label, says that it is optional, and describes its input by its hint', () => {
    const { screen } = renderField(fieldOf('text', { optional: true, description: 'The front door.' }));
    const input = screen.getByLabelText(/^Colour of door/);
    expect(input).toHaveAccessibleDescription('The front door.');
    expect(screen.getByText('optional')).toBeVisible();
  });

  test('shows its error in place of the hint, and is marked as invalid', () => {
    const problems = { colourOfDoor: 'Only green or gold' };
    const { screen } = renderField(fieldOf('text', { description: 'The front door.' }), { problems });
    const input = screen.getByLabelText('Colour of door');
    expect(input).toHaveAccessibleDescription('Only green or gold');
    expect(input).toBeInvalid();
    expect(screen.queryByText('The front door.')).toBeNull();
  });

  test('that accepts no value has a box for it, which hides the input and can be unticked', async () => {
    const { screen, user, value } = renderField(fieldOf('amount', { nullable: true }), { value: '5' });
    const none = screen.getByRole('checkbox', { name: 'None' });
    expect(none).not.toBeChecked();
    await user.click(none);
    expect(value()).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(none);
    await user.type(screen.getByRole('textbox'), '7');
    expect(value()).toBe('7');
  });
});

describe('the input of', () => {
  test('a share is also read in percent, and only while it is a number', async () => {
    const { screen, user, value } = renderField(fieldOf('bps'));
    expect(screen.getByText('bps')).toBeVisible();
    await user.type(screen.getByRole('textbox'), '1250');
    expect(screen.getByText('bps = 12.5 %')).toBeVisible();
    expect(value()).toBe(1250);
    await user.type(screen.getByRole('textbox'), 'x');
    expect(screen.getByText('bps')).toBeVisible();
  });

  test('an amount reads it back with its unit', async () => {
    const field = fieldOf('amount', { name: 'perDay' });
    const { screen, user } = renderField(field, { currency: 'FMC' });
    await user.type(screen.getByRole('textbox'), '12000.5');
    expect(screen.getByText(/^12,000\.5 = .*thousand.* FMC$/)).toBeVisible();
  });

  test('an ambiguous amount offers each reading, and a press enters it', async () => {
    const { screen, user, value } = renderField(fieldOf('amount', { name: 'perDay' }));
    await user.type(screen.getByRole('textbox'), '1,125');
    const readings = within(screen.getByRole('group', { name: 'Choose the amount you mean' }));
    expect(readings.getAllByRole('button')).toHaveLength(2);
    await user.click(readings.getByRole('button', { name: /^1\.125/ }));
    expect(value()).toBe('1.125');
    expect(screen.queryByText('Choose the amount you mean')).toBeNull();
  });

  test('a choice starts with none of its values', async () => {
    const field = fieldOf('choice', { choices: ['viewer', 'approver'] });
    const { screen, user, value } = renderField(field);
    const select = screen.getByLabelText('Colour of door');
    expect(select).toHaveDisplayValue('Choose…');
    expect(value()).toBeUndefined();
    await user.selectOptions(select, 'approver');
    expect(value()).toBe('approver');
  });

  test('a yes or no starts with neither', async () => {
    const { screen, user, value } = renderField(fieldOf('boolean'));
    const select = screen.getByLabelText('Colour of door');
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'Yes', 'No']);
    expect(value()).toBeUndefined();
    await user.selectOptions(select, 'No');
    expect(value()).toBe(false);
  });

  test('a language has the names of languages in themselves', () => {
    const { screen } = renderField(fieldOf('language', { choices: ['th', 'tlh'] }));
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(names).toEqual(['Choose…', 'ไทย (th)', 'tlh (tlh)']);
  });

  test('a long text counts its characters', async () => {
    const { screen, user } = renderField(fieldOf('long-text', { longest: 300 }));
    expect(screen.getByText('0 / 300')).toBeVisible();
    await user.type(screen.getByRole('textbox'), 'green');
    expect(screen.getByText('5 / 300')).toBeVisible();
  });

  test('a time is in UTC, with the local time of the device beside it', () => {
    const at = Date.UTC(2026, 10, 23, 8);
    const { screen, value } = renderField(fieldOf('time'), { value: at });
    expect(screen.getByLabelText('Colour of door')).toHaveValue('2026-11-23 08:00');
    expect(screen.getByText('UTC = 2026-11-23 16:00:00 +08 local time')).toBeVisible();
    expect(value()).toBe(at);
  });

  test('a duration is a figure and a unit; another unit changes the value', async () => {
    const { screen, user, value } = renderField(fieldOf('duration'), { value: 5_400_000 });
    const figure = screen.getByLabelText('Colour of door');
    expect(figure).toHaveValue('90');
    expect(screen.getByLabelText('Unit')).toHaveDisplayValue('minutes');
    await user.selectOptions(screen.getByLabelText('Unit'), 'days');
    expect(value()).toBe(90 * DAY_MS);
    await user.clear(figure);
    expect(value()).toBeUndefined();
  });

  test('a duration without a figure has no value, whichever unit is chosen', async () => {
    const { screen, user, value } = renderField(fieldOf('duration', { optional: true }));
    await user.selectOptions(screen.getByLabelText('Unit'), 'days');
    expect(value()).toBeUndefined();
    await user.type(screen.getByRole('textbox'), '2');
    expect(value()).toBe(2 * DAY_MS);
  });

  test.each(['address', 'hash'] as const)('an %s shows how it begins', (kind) => {
    const { screen } = renderField(fieldOf(kind));
    expect(screen.getByPlaceholderText('0x…')).toBeVisible();
  });
});

describe('a list', () => {
  const LIST = fieldOf('list', { name: 'doors', fields: [fieldOf('text', { name: 'door' })] });

  test('starts empty, and says so', () => {
    const { screen, value } = renderField(LIST);
    expect(screen.getByText('No entries yet')).toBeVisible();
    expect(value()).toEqual([]);
  });

  test('takes entries, and removes one without touching the others', async () => {
    const { screen, user, value } = renderField(LIST, { value: ['front', 'back', 'side'] });
    await user.click(screen.getByRole('button', { name: 'Add an entry' }));
    await user.type(screen.getByLabelText('Entry 4'), 'roof');
    expect(value()).toEqual(['front', 'back', 'side', 'roof']);
    await user.click(screen.getByRole('button', { name: 'Remove entry 2' }));
    expect(value()).toEqual(['front', 'side', 'roof']);
  });

  test('moves an entry up; the first one cannot be', async () => {
    const { screen, user, value } = renderField(LIST, { value: ['front', 'back', 'side'] });
    expect(screen.getByRole('button', { name: 'Move entry 1 up' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Move entry 3 up' }));
    expect(value()).toEqual(['front', 'side', 'back']);
  });

  test('shows the error of an entry at that entry', () => {
    const { screen } = renderField(LIST, { value: ['front', ''], problems: { 'doors.1': 'This one is empty' } });
    expect(screen.getByLabelText('Entry 2')).toHaveAccessibleDescription('This one is empty');
    expect(screen.getByLabelText('Entry 1')).not.toBeInvalid();
  });
});

test('the parts of a group change one by one', async () => {
  const fields = [fieldOf('text', { name: 'door' }), fieldOf('whole-number', { name: 'coats' })];
  const group = fieldOf('group', { name: 'frame', fields });
  const { screen, user, value } = renderField(group, { value: { door: 'front', coats: 1 } });
  const part = within(screen.getByRole('group', { name: 'Frame' }));
  await user.clear(part.getByLabelText('Coats'));
  await user.type(part.getByLabelText('Coats'), '3');
  expect(value()).toEqual({ door: 'front', coats: 3 });
});
