import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openChainState } from './chain-state.ts';

let file: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'chain state '));
  file = join(folder, 'state.json');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const block = (number: number, timestamp: number) => ({
  header: { number: `0x${number.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` },
  transactions: [],
});

async function open() {
  const state = await openChainState(file);
  onTestFinished(() => state.close());
  return state;
}

describe('openChainState', () => {
  test('default: a complete file is left as it is', async () => {
    const text = JSON.stringify({ block: {}, blocks: [block(0, 10), block(1, 11)] });
    writeFileSync(file, text);
    await open();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('behavior: of several blocks 0 the earliest remains, wherever it is', async () => {
    const blocks = [block(0, 30), block(1, 11), block(0, 10), block(2, 12), block(0, 20)];
    writeFileSync(file, JSON.stringify({ best: 2, blocks }));
    await open();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      best: 2,
      blocks: [block(1, 11), block(0, 10), block(2, 12)],
    });
  });

  test('behavior: a truncated file is replaced by its copy', async () => {
    writeFileSync(file, '{"blocks":[{"hea');
    writeFileSync(`${file}.copy`, '{"blocks":[]}');
    await open();
    expect(readFileSync(file, 'utf8')).toBe('{"blocks":[]}');
  });

  test('behavior: a truncated file without a copy is removed', async () => {
    writeFileSync(file, '{"blocks":[{"hea');
    await open();
    expect(existsSync(file)).toBe(false);
  });

  test('behavior: while it is open, complete states are copied and truncated ones are not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const state = await open();
    const copyAfter = (text: string, seconds: number) => {
      writeFileSync(file, text);
      utimesSync(file, seconds, seconds);
      vi.advanceTimersByTime(1_500);
      return existsSync(`${file}.copy`) ? readFileSync(`${file}.copy`, 'utf8') : null;
    };
    expect(copyAfter('{"best":1}', 1_000)).toBe('{"best":1}');
    expect(copyAfter('{"best":', 2_000)).toBe('{"best":1}');
    expect(copyAfter('{"best":3}', 3_000)).toBe('{"best":3}');
    state.close();
    expect(copyAfter('{"best":4}', 4_000)).toBe('{"best":3}');
  });
});
