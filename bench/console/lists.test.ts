import { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { describe, expect, test } from 'vitest';
import { farCursor } from './far-cursor.ts';
import { listRequests, missingLists } from './lists.ts';

const values = {
  ...{ whale: `0x${'a'.repeat(40)}`, inviter: `0x${'b'.repeat(40)}`, prefix: '0xa', city: '1', proposal: '7' },
  ...{ cityName: 'Vienna', operator: `0x${'c'.repeat(40)}`, action: 'pause', subject: 'joins', logId: '9', round: '3' },
  ...{ requestId: '00000000-0000-4000-8000-000000000000', area: 'home', search: 'mint', fund: 'treasury' },
  ...{
    amount: '5',
    smallAmount: '1',
    largeAmount: '8',
    largestAmount: '9',
    from: '1700000000000',
    to: '1700000000009',
  },
  ...{ fromOfDay: '1700000000004', toOfDay: '1700000000005' },
};

describe('the lists that the bench of the console measures', () => {
  test('default: every list of operators is measured, without a filter and with each, by valid requests', () => {
    expect(missingLists()).toEqual([]);
    const requests = listRequests(values);
    expect(requests.length).toBeGreaterThan(60);
    const invalid = requests.filter(({ key, request }) => !operatorEndpoints[key].request.safeParse(request).success);
    expect(invalid).toEqual([]);
    const ofRounds = requests.filter(({ key }) => key === 'POST /api/ops/rounds').map(({ name }) => name);
    expect(ofRounds).toEqual(expect.arrayContaining(['', 'state open', 'state ended']));
    const bySort = requests.filter(({ key }) => key === 'POST /api/ops/withdrawals/list').map(({ name }) => name);
    expect(bySort).toEqual(
      expect.arrayContaining(['sort largest', 'state signed, sort oldest', 'currency FMC, minimum 8, sort largest']),
    );
  });

  test('counter: a new list is missing, and so is the value of a new filter', () => {
    expect(missingLists({})).toContain('POST /api/ops/grants');
    const { amount: _amount, ...without } = values;
    expect(() => listRequests(without)).toThrow('has no value amount');
  });
});

describe('a cursor far down', () => {
  const textOf = (...numbers: number[]) => Buffer.from(numbers.join('.')).toString('base64url');
  /** A list of the ids from 1 to 1,000, from the newest or the oldest. */
  const listOf = (direction: 1 | -1) => async (cursor: string) => {
    const [at = 0] = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
    const items = direction === -1 ? Math.min(at - 1, 1_000) : 1_000 - at;
    return { items: Math.max(0, items), nextCursor: null };
  };

  test('behavior: it is half way, newest first and oldest first', async () => {
    expect(await farCursor(textOf(991), textOf(981), listOf(-1))).toBe(textOf(491));
    expect(await farCursor(textOf(10), textOf(20), listOf(1))).toBe(textOf(509));
    expect(await farCursor(textOf(7, 991), textOf(7, 981), async () => null)).toBe(textOf(7, 981));
  });
});
