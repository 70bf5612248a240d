import { describe, expect, test } from 'vitest';
import { ConfigError } from '#platform/config/config-error.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

/** Runs a check that fails with these errors, one a call, and then succeeds. Returns its calls and the log. */
async function waitFor(errors: readonly Error[]) {
  const lines: string[] = [];
  const write = (level: string) => (_fields: object, text: string) => void lines.push(`${level} ${text}`);
  const log = { warn: write('warn'), info: write('info') } as Parameters<typeof waitUntilAvailable>[2]['log'];
  let calls = 0;
  const check = async () => {
    const error = errors[calls];
    calls += 1;
    if (error !== undefined) throw error;
  };
  const failure = await waitUntilAvailable('node', check, { log, retryMs: 1 }).catch((error: unknown) => error);
  return { calls, lines, failure };
}

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
const noNode = Object.assign(new Error('no answer'), { name: 'HttpRequestError' });

describe('waitUntilAvailable', () => {
  test('says nothing when the first check succeeds', async () => {
    expect(await waitFor([])).toEqual({ calls: 1, lines: [], failure: undefined });
  });

  test('checks again until database and node answer, and logs the wait once', async () => {
    expect(await waitFor([refused, starting, noNode, new Error('outer', { cause: refused })])).toEqual({
      calls: 5,
      lines: ['warn node: not available, waiting', 'info node: available'],
      failure: undefined,
    });
  });

  test('rejects when waiting does not help', async () => {
    const wrong = new ConfigError([{ setting: 'CHAIN_ID', problem: 'is 1, the node is of chain 2' }]);
    expect(await waitFor([refused, wrong])).toMatchObject({ calls: 2, failure: wrong });
    const fault = new TypeError('a fault of ours');
    expect(await waitFor([fault])).toMatchObject({ calls: 1, failure: fault, lines: [] });
  });
});
