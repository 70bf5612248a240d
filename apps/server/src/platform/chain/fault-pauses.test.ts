import { LOG_RANGE_ERRORS } from '@city-mint/tests/field/node-errors/log-ranges';
import { startBadNode } from '@city-mint/tests/setup/bad-node';
import { describe, expect, test } from 'vitest';
import { createFaultPauses } from './fault-pauses.ts';
import { createMajorityNode } from './majority-node.ts';
import { type ReadFault, readFaultOf } from './read-fault.ts';
import { readLogs } from './read-logs.ts';
import { createRpcNodes } from './rpc-node.ts';
import { createSpan } from './span.ts';

const ADDRESS = `0x${'1'.repeat(40)}` as const;
const FULL = 2_000n;

/** Returns the fault of reading logs from the majority of these nodes. */
async function faultOf(urls: readonly string[], timeoutMs = 10_000): Promise<ReadFault> {
  const node = createMajorityNode(createRpcNodes({ urls, timeoutMs }));
  const range = { addresses: [ADDRESS], fromBlock: 1n, toBlock: 64n, withReceipts: true };
  return readLogs(node, range).then(
    () => expect.fail('it was read'),
    (error: unknown) => readFaultOf(error),
  );
}

/** Returns the pauses of a reader with a moveable clock, and its span, which is at its widest. */
function reader() {
  let nowMs = 0;
  const span = createSpan(FULL);
  for (let poll = 0; poll < 6; poll += 1) span.succeeded(undefined);
  const pauses = createFaultPauses(span, { now: () => nowMs });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { span, pauses, pass };
}

describe('each answer to eth_getLogs that was seen', () => {
  const rows = LOG_RANGE_ERRORS.map((row) => ({ ...row, title: row.seen }));

  test.each(rows)(
    'behavior: narrows the range only for its size, pauses only for too many calls: $title',
    async (row) => {
      const url = await startBadNode(() => row);
      const honest = await startBadNode(() => ({ result: [] }));
      const { span, pauses } = reader();
      for (const urls of [[url], [honest, url, url]]) pauses.record(await faultOf(urls));
      const isNarrower = span.blocks() < FULL;
      expect([isNarrower, pauses.isPausing()]).toEqual([row.kind === 'range-too-large', row.kind === 'rate-limited']);
    },
  );
});

describe('an outage', () => {
  test('behavior: narrows nothing, however long it lasts', async () => {
    const fault = await faultOf(['http://127.0.0.1:9']);
    const { span, pauses } = reader();
    for (let poll = 0; poll < 20; poll += 1) pauses.record(fault);
    expect(span.blocks()).toBe(FULL);
    expect(pauses.isPausing()).toBe(false);
  });

  test('behavior: a node that answers all but the logs is asked for fewer at the third time', async () => {
    const gateway = await startBadNode(() => ({ status: 504, body: '<html>504</html>' }));
    const fault = await faultOf([gateway]);
    expect(fault).toBe('no-logs');
    const { span, pauses } = reader();
    pauses.record(fault);
    pauses.record(fault);
    expect(span.blocks()).toBe(FULL);
    pauses.record(fault);
    expect(span.blocks()).toBe(FULL / 2n);
  });
});

test('behavior: too many calls pause for 1, 2, 4 … 30 seconds, until a poll succeeds', () => {
  const { pauses, pass } = reader();
  expect([1, 2, 3, 4, 5, 6, 7].map(() => pauses.record('rate-limited'))).toEqual([
    ...[1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  ]);
  pass(29_999);
  expect(pauses.isPausing()).toBe(true);
  pass(1);
  expect(pauses.isPausing()).toBe(false);
  pauses.end();
  expect(pauses.record('rate-limited')).toBe(1_000);
});
