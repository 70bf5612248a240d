import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName, operatorAction } from '@city-mint/api-contract/operator/operator-action';
import { addressInput, amountInput, durationInput, timeInput, wholeNumber } from '@city-mint/api-contract/wire';
import { LANGUAGES } from '@city-mint/domain/languages';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actionWords } from './action-words.ts';
import { type Draft, draftOf, problemsOf, valuesOf } from './form-drafts.ts';
import { type FormField, fieldBlocks, formFields } from './form-fields.ts';

/** A valid input for each kind of field. A missing kind fails the test. */
const TYPED: Readonly<Record<Exclude<FormField['kind'], 'list' | 'group' | 'json' | 'choice' | 'language'>, string>> = {
  amount: '1250.5',
  address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  hash: `0x${'ab'.repeat(32)}`,
  id: '7',
  uid: '12345678',
  region: 'SG',
  time: '2026-11-23T08:00',
  duration: '90 min',
  'whole-number': '3',
  bps: '250',
  number: '3',
  boolean: 'true',
  link: 'https://example.org/a',
  text: 'abc-def',
  'long-text': 'Because the audit found it',
};

function typed(field: FormField): Draft {
  if (field.kind === 'list') return field.fields.map(typed);
  if (field.kind === 'group') return Object.fromEntries(field.fields.map((part) => [part.name, typed(part)]));
  if (field.kind === 'choice' || field.kind === 'language') return field.choices[0] ?? '';
  if (field.kind === 'json') throw new Error(`${field.name} has no input of its own`);
  // The texts with their own grammar.
  if (field.name === 'payments') return `89: 12.5 JU of ${TYPED.address}`;
  if (field.name === 'key' && field.longest === 200) return 'home.title';
  return TYPED[field.kind];
}

const declared = Object.entries(operatorActions).map(([key, action]) => ({ name: actionName(key), action }));

describe('every declared action', () => {
  test.each(declared)('$name: valid input in its form is a request that its schema accepts', ({ action }) => {
    const fields = formFields(action);
    const values = valuesOf(fields, Object.fromEntries(fields.map((field) => [field.name, typed(field)])));
    const problems = [...problemsOf(action, values)];
    // Rules that combine fields: a link that is an e-mail address, an end that is after its beginning.
    const ofSeveral = ['link-format', 'date-range'];
    expect(problems.filter(([, { error }]) => !ofSeveral.includes(error))).toEqual([]);
    expect(Object.keys(values)).toEqual(fields.map(({ name }) => name));
  });

  test.each(declared)('$name: an empty form reports each missing field', ({ action }) => {
    const fields = formFields(action);
    const drafts = Object.fromEntries(fields.map((field) => [field.name, draftOf(field, undefined)]));
    const asked = fields.filter(({ optional }) => !optional);
    const problems = problemsOf(action, valuesOf(fields, drafts));
    // A list can be empty, unless its schema says otherwise.
    const isList = (name: string) => asked.some((field) => field.name === name && field.kind === 'list');
    const missing = [...problems.keys()].filter((name) => !isList(name));
    expect(missing).toEqual(asked.map(({ name }) => name).filter((name) => !isList(name)));
    for (const problem of problems.values()) {
      expect(actionWords('en').refusalOf(problem)).toContain(actionWords('en').labelOf(problem.details.field));
    }
  });

  test.each(['zh', 'en'] as const)('has a title and a label for each field in %s', (language) => {
    const { titles, fields } = CONSOLE_MESSAGES[language].actionWords;
    const isLanguage = (name: string) => LANGUAGES.some((each) => each === name);
    const names = new Set(declared.flatMap(({ action }) => formFields(action).map(({ name }) => name)));
    expect(declared.map(({ name }) => name).filter((name) => !Object.hasOwn(titles, name))).toEqual([]);
    expect([...names].filter((name) => !isLanguage(name) && !Object.hasOwn(fields, name))).toEqual([]);
  });
});

describe('an action without texts or a form', () => {
  const madeUp = operatorAction({
    summary: 'Paints the vault.',
    fields: {
      colourOfDoor: z.enum(['green', 'gold']),
      paintCost: amountInput.nullable(),
      painter: addressInput.meta({ description: 'Who paints it.' }),
      coats: wholeNumber,
      shareBps: wholeNumber.optional(),
      dryingMs: durationInput,
      beginsAt: timeInput,
      isGlossy: z.boolean(),
      note: z.string().max(400, 'text-too-long'),
      rooms: z.array(z.object({ name: z.string().max(10, 'text-too-long'), coats: wholeNumber })),
      frame: z.object({ widthBps: wholeNumber }),
      zh: z.string(),
      en: z.string(),
      anything: z.record(z.string(), z.unknown()),
    },
    consequence: [],
    refusals: [],
  });
  const fields = formFields(madeUp);

  test('has an input for each field', () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['colourOfDoor', 'choice'],
      ['paintCost', 'amount'],
      ['painter', 'address'],
      ['coats', 'whole-number'],
      ['shareBps', 'bps'],
      ['dryingMs', 'duration'],
      ['beginsAt', 'time'],
      ['isGlossy', 'boolean'],
      ['note', 'long-text'],
      ['rooms', 'list'],
      ['frame', 'group'],
      ['zh', 'text'],
      ['en', 'text'],
      ['anything', 'json'],
    ]);
    expect(fields.map(({ nullable }) => nullable).filter(Boolean)).toHaveLength(1);
    expect(fields.find(({ name }) => name === 'painter')?.description).toBe('Who paints it.');
    expect(fields.find(({ name }) => name === 'shareBps')?.optional).toBe(true);
    expect(fieldBlocks(fields).at(-2)).toMatchObject({ kind: 'languages', fields: [{ name: 'zh' }, { name: 'en' }] });
  });

  test('has readable names', () => {
    const { labelOf, titleOf } = actionWords('zh');
    expect([labelOf('colourOfDoor'), titleOf('vault/paint')]).toEqual(['Colour of door', 'vault/paint']);
  });

  test('input becomes a request, and errors in a list have the path of their entry', () => {
    const drafts = {
      ...{ colourOfDoor: 'gold', paintCost: null, painter: ` ${TYPED.address} `, coats: '2', shareBps: '' },
      ...{ dryingMs: '1.5 h', beginsAt: '2026-11-23T08:00', isGlossy: 'false', note: ' kept ', zh: '门', en: 'door' },
      rooms: [
        { name: 'hall', coats: '1' },
        { name: 'much too long', coats: '-1' },
      ],
      frame: { widthBps: '120' },
      anything: '{"a":1}',
    };
    const values = valuesOf(fields, drafts);
    expect(values).toEqual({
      ...{ colourOfDoor: 'gold', paintCost: null, painter: TYPED.address, coats: 2, dryingMs: 5_400_000 },
      ...{ beginsAt: Date.UTC(2026, 10, 23, 8), isGlossy: false, note: ' kept ', zh: '门', en: 'door' },
      rooms: [
        { name: 'hall', coats: 1 },
        { name: 'much too long', coats: -1 },
      ],
      frame: { widthBps: 120 },
      anything: { a: 1 },
    });
    const problems = problemsOf(madeUp, values);
    expect([...problems.keys()]).toEqual(['rooms.1.name', 'rooms.1.coats']);
    const { refusalOf } = actionWords('en');
    const tooLong = problemsOf(madeUp, valuesOf(fields, { ...drafts, rooms: [], dryingMs: '3651 d' }));
    expect([...tooLong.values()].map(refusalOf)).toEqual([
      'Drying ms has an invalid value. Allowed values: 0 seconds–3,650 days',
    ]);
    expect([...problems.values()].map(refusalOf)).toEqual([
      'Rooms 2 Name can have at most 10 characters',
      'Rooms 2 Coats has an invalid value. Allowed values: 0–1000000',
    ]);
  });

  test('drafts start with the current values', () => {
    const now = { beginsAt: Date.UTC(2026, 10, 23, 8), dryingMs: 5_400_000, paintCost: null, isGlossy: true, coats: 3 };
    const drafts = Object.fromEntries(
      fields.filter(({ name }) => name in now).map((field) => [field.name, draftOf(field, Object(now)[field.name])]),
    );
    expect(drafts).toEqual({
      ...{ beginsAt: '2026-11-23T08:00', dryingMs: '90 min', paintCost: null, isGlossy: 'true', coats: '3' },
    });
  });
});
