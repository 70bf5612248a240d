import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import { NODE_ERRORS } from '@city-mint/tests/field/node-errors/all';
import type { NodeErrorRow } from '@city-mint/tests/field/node-errors/row';
import { startBadNode } from '@city-mint/tests/setup/bad-node';
import { createPublicClient, type EIP1193RequestFn, http } from 'viem';
import { describe, expect, test } from 'vitest';
import { createRpcNodes } from './rpc-node.ts';

const named = NODE_ERRORS.map((row) => ({ ...row, title: `${row.method}: ${row.seen}` }));

/** Returns the error of a call that a node answers with this row, or 'no-error'. */
async function errorOf(row: NodeErrorRow, clientOf: (url: string) => { request: unknown } | undefined) {
  const url = await startBadNode(() => row);
  const request = clientOf(url)?.request as EIP1193RequestFn;
  return request({ method: row.method, params: row.params }).then(
    () => 'no-error',
    (error: unknown) => error,
  );
}

const serverNode = (url: string) => createRpcNodes({ urls: [url] })[0];
const viemNode = (url: string) => createPublicClient({ transport: http(url, { retryCount: 0 }) });

/** Returns the numbers in a field of an error and of those that it wraps. */
function numbersIn(error: unknown, field: string): number[] {
  const found: number[] = [];
  for (let link = error; typeof link === 'object' && link !== null; link = Reflect.get(link, 'cause')) {
    const value: unknown = Reflect.get(link, field);
    if (typeof value === 'number') found.push(value);
  }
  return found;
}

describe('every error of a node that was seen', () => {
  test('default: the table has at least forty rows, each with a source, no two alike', () => {
    expect(NODE_ERRORS.length).toBeGreaterThan(40);
    expect(NODE_ERRORS.filter(({ seen }) => seen.trim() === '')).toEqual([]);
    const texts = NODE_ERRORS.map((row) => JSON.stringify(row));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test.each(named)('behavior: the server reads $title', async (row) => {
    const error = await errorOf(row, serverNode);
    expect(nodeErrorKind(error, row)).toBe(row.kind);
    const code: unknown = row.code ?? Object(row.error).code;
    if (typeof code === 'number') expect(numbersIn(error, 'code')).toContain(code);
    const message: unknown = Object(row.error).message;
    if (typeof message === 'string') expect(Object(error).details).toBe(message);
  });

  test.each(named)('behavior: viem’s client reads $title', async (row) => {
    const error = await errorOf(row, viemNode);
    expect(error === 'no-error' ? error : nodeErrorKind(error, row)).toBe(row.viem ?? row.kind);
  });
});
