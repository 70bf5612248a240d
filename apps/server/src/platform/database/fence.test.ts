import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFence, OlderDatabase, type Reading } from './fence.ts';

const reading = (timeline: number | null, entry: bigint): Reading => ({
  ...{ system: '7', timeline, entry },
  ...{ hash: `hash ${entry}`, known_hash: 'hash 1' },
});
const at = (timeline: number | null, entry = 1n) => {
  return async (known: bigint) => ({ ...reading(timeline, entry), known_hash: known === 0n ? null : `hash ${known}` });
};

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fence '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'position.json');
}

/** A reading that ends when it is released. */
function slowly(read: ReturnType<typeof at>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { read: (known: bigint) => promise.then(() => read(known)), release: resolve };
}

describe('createFence', () => {
  test('default: calls back with the timeline of each promotion, once', async () => {
    const seen: number[] = [];
    const fence = createFence();
    fence.onPromotion((timeline) => seen.push(timeline));
    expect(await fence.examine(at(null))).toBeNull();
    expect(await fence.examine(at(1))).toBe(1);
    await fence.examine(at(1, 2n));
    await fence.examine(at(2, 2n));
    await fence.examine(at(2, 3n));
    expect(seen).toEqual([2]);
  });

  test('attack: refuses a former primary whose reading began before the promotion was seen', async () => {
    const fence = createFence();
    await fence.examine(at(1));
    const slow = slowly(at(1));
    const former = fence.examine(slow.read);
    await fence.examine(at(2));
    slow.release();
    await expect(former).rejects.toThrow(OlderDatabase);
  });

  test('attack: the file has a promotion even if no entry was sealed since', async () => {
    const file = temporaryFile();
    const fence = createFence(file);
    await fence.examine(at(1));
    await fence.examine(at(2));
    await expect(createFence(file).examine(at(1))).rejects.toThrow('is a former primary');
  });

  test('behavior: the file never returns to an earlier entry', async () => {
    const file = temporaryFile();
    const fence = createFence(file);
    await fence.examine(at(1));
    const slow = slowly(at(1, 2n));
    const earlier = fence.examine(slow.read);
    await fence.examine(at(1, 3n));
    slow.release();
    await earlier;
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ entry: '3' });
  });
});
