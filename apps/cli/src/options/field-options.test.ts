import { isActionKey, operatorActions, operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { readKeys } from '../commands/reads.ts';
import { actionOptions, addFieldOptions, type FieldOption, fieldOptions, readFields } from './field-options.ts';
import { COMMON_OPTIONS } from './settings.ts';

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** Sample inputs; every field of free text accepts at least one of its kind. */
const SAMPLES: Record<string, readonly string[]> = {
  text: ['London', 'DE', 'a-key', 'home.title', '123456', ADDRESS],
  link: ['https://mint.test/'],
  amount: ['12.5'],
  address: [ADDRESS],
  hash: [`0x${'0'.repeat(64)}`],
  id: ['7'],
  time: ['2026-11-23T10:00:00Z', '2026-11-23', '1795000000000'],
  duration: ['30m', '5000'],
  number: ['1'],
  'yes-no': ['yes', 'no'],
  list: ['a-key', `89: 12.5 JU of ${ADDRESS}`],
  json: ['{}'],
};

/** Returns the command lines that set one field, one per possible input. */
function linesOf({ field, flag }: FieldOption): string[][] {
  const texts = field.choices.length > 0 ? field.choices : (SAMPLES[field.kind] ?? []);
  const nulls = field.isNullable && !field.isOptional ? [[flag.replace('--', '--no-')]] : [];
  return [...texts.map((text) => [flag, text]), ...nulls];
}

/** Returns the value of one field that a command line is parsed into. */
function parseField(option: FieldOption, line: readonly string[]): unknown {
  const command = new Command();
  addFieldOptions(command, [option]);
  command.parse([...line], { from: 'user' });
  return readFields(command.opts(), [option])[option.field.name];
}

describe('every declared action', () => {
  const keys = Object.keys(operatorActions).filter(isActionKey);

  test.each(keys)('%s: each field has an option whose value the endpoint accepts', (key) => {
    const { shape } = operatorActions[key].request;
    const options = actionOptions(operatorActions[key]);
    expect(new Set(options.map(({ flag }) => flag)).size).toBe(options.length);
    for (const option of options) {
      const schema = Object.entries(shape).find(([name]) => name === option.field.name)?.[1];
      const lines = linesOf(option);
      const accepted = lines.filter((line) => schema?.safeParse(parseField(option, line)).success);
      expect(accepted, option.flag).not.toEqual([]);
      // Choices and null are entered exactly as the endpoint expects them.
      const isFree = ['text', 'list'].includes(option.field.kind) && option.field.choices.length === 0;
      if (!isFree) expect(accepted).toEqual(lines);
    }
  });

  test.each(keys)('%s: a whole command line makes its request', (key) => {
    const { shape } = operatorActions[key].request;
    const options = actionOptions(operatorActions[key]);
    const line = options.flatMap((option, at) => {
      // Ends come after starts.
      if (option.field.kind === 'time') return [option.flag, `2026-11-${10 + at}`];
      const schema = Object.entries(shape).find(([name]) => name === option.field.name)?.[1];
      return linesOf(option).find((each) => schema?.safeParse(parseField(option, each)).success) ?? [];
    });
    const command = new Command();
    addFieldOptions(command, options);
    command.parse(line, { from: 'user' });
    const request = { ...readFields(command.opts(), options), ...UNSIGNED };
    expect(operatorActions[key].request.safeParse(request)).toMatchObject({ success: true });
    expect(options.filter(({ field }) => field.kind === 'json')).toEqual([]);
  });

  test('no field is a common option except the language of a text', () => {
    const common = COMMON_OPTIONS.map(({ flags }) => flags.split(' ')[0]);
    const all = keys.flatMap((key) => actionOptions(operatorActions[key]));
    expect([...new Set(all.map(({ flag }) => flag).filter((flag) => common.includes(flag)))]).toEqual(['--lang']);
  });
});

test('every read has options for its fields, and every endpoint has a command', () => {
  const reads = new Set<string>(readKeys());
  for (const key of readKeys()) {
    const { shape } = operatorEndpoints[key].request;
    expect(fieldOptions(shape).map(({ field }) => field.name)).toEqual(Object.keys(shape));
  }
  const others = Object.keys(operatorEndpoints).filter((key) => !reads.has(key) && !isActionKey(key));
  expect(others.sort()).toEqual([
    'GET /api/app/operatorLog',
    'POST /api/ops/login',
    'POST /api/ops/logout',
    'POST /api/ops/proposals/confirm',
    'POST /api/ops/proposals/reject',
    'POST /api/ops/signMessage',
  ]);
});

describe('input', () => {
  const field = (kind: FieldOption['field']['kind']): FieldOption => ({
    field: { name: 'x', kind, isOptional: true, isNullable: false, choices: [], from: null, to: null },
    flag: '--x',
    attribute: 'x',
  });
  const parse = (kind: FieldOption['field']['kind'], text: string) => {
    const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addFieldOptions(command, [field(kind)]);
    command.parse(['--x', text], { from: 'user' });
    return readFields(command.opts(), [field(kind)])['x'];
  };

  test.each([
    ['time', '2026-11-23T10:00:00Z', Date.UTC(2026, 10, 23, 10)],
    ['time', '1795000000000', 1_795_000_000_000],
    ['duration', '90s', 90_000],
    ['duration', '7d', 604_800_000],
    ['duration', '250', 250],
    ['number', '-33.9', -33.9],
    ['yes-no', 'no', false],
    ['json', '{"a":1}', { a: 1 }],
    ['amount', '0.1', '0.1'],
  ] as const)('%s %s', (kind, text, value) => {
    expect(parse(kind, text)).toEqual(value);
  });

  test.each([
    ['time', 'tomorrow'],
    ['time', '2026-02-30'],
    ['time', '2026-11-23T10:00:00+02:00'],
    ['duration', '1.5h'],
    ['number', '1e3'],
    ['yes-no', 'maybe'],
    ['json', '{'],
  ] as const)('%s %s is refused, not read as something else', (kind, text) => {
    expect(() => parse(kind, text)).toThrow(/argument '\S+' is invalid/);
  });
});
