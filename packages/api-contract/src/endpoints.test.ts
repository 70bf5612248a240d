import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { CODES, COMMON_REFUSALS } from './envelope.ts';

const entries = Object.entries(endpoints);

describe('the registry of calls', () => {
  test('default: every key is a method and a path below /api', () => {
    expect(entries.length).toBeGreaterThan(60);
    expect(entries.filter(([key]) => !/^(GET|POST) \/api\/(app|biz|ops)(\/:?[A-Za-z]+)+$/.test(key))).toEqual([]);
  });

  test('behavior: calls below /api/ops are for operators, but for their way in, and no other is', () => {
    const wayIn = ['POST /api/ops/signMessage', 'POST /api/ops/login'];
    for (const [key, { who }] of entries) {
      const isOperators = key.includes(' /api/ops/') && !wayIn.includes(key);
      expect([key, who === 'ops']).toEqual([key, isOperators]);
    }
  });

  test('behavior: every path parameter of a GET is a field of its request', () => {
    for (const [key, { request }] of entries) {
      const parameters = [...key.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
      const fields = Object.keys(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }).properties ?? {});
      expect(parameters.filter((name) => !fields.includes(name))).toEqual([]);
    }
  });

  test('behavior: requests refuse fields that they do not know', () => {
    for (const [key, { request }] of entries) {
      const issues = request.safeParse({ notAField: 1 }).error?.issues ?? [];
      expect([key, issues.some(({ code }) => code === 'unrecognized_keys')]).toEqual([key, true]);
    }
  });

  test('behavior: a call lists each of its refusals once', () => {
    for (const [key, { refusals }] of entries) {
      expect([key, new Set(refusals).size]).toEqual([key, refusals.length]);
    }
  });

  test('behavior: calls that move money take a request id', () => {
    const moving = entries.filter(([, { rate }]) => rate === 'join' || rate === 'money');
    expect(moving.length).toBeGreaterThan(1);
    const without = moving.filter(([, { request }]) => {
      const fields = Object.keys(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }).properties ?? {});
      return !fields.includes('requestId');
    });
    // A claim needs none: each claimable order is claimed once.
    expect(without.map(([key]) => key)).toEqual(['POST /api/biz/collect/ju/power']);
  });

  test('behavior: summaries are sentences', () => {
    expect(entries.filter(([, { summary }]) => !/^[A-Z].*[.?]$/s.test(summary)).map(([key]) => key)).toEqual([]);
  });
});

describe('codes of the envelope', () => {
  test('default: each common refusal has a code of the envelope, none of them the one of success', () => {
    const codes: readonly number[] = Object.values(CODES);
    for (const [error, code] of Object.entries(COMMON_REFUSALS)) {
      expect([error, codes.filter((known) => known !== CODES.done).includes(code)]).toEqual([error, true]);
    }
  });

  test('behavior: only a lost session logs out', () => {
    const loggedOut = Object.entries(COMMON_REFUSALS).filter(([, code]) => code === CODES.loggedOut);
    expect(loggedOut.map(([error]) => error)).toEqual(['unauthorized', 'session-ended']);
  });
});
