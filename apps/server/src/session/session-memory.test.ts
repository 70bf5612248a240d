import { describe, expect, test } from 'vitest';
import { createSessionMemory } from './session-memory.ts';
import type { SessionRow } from './store/sessions.ts';

const hashOf = (name: string) => Buffer.from(name);

/** A fake database of sessions, with a clock and a record of its queries. */
function standIn() {
  const sessions = new Map<string, SessionRow>();
  const state = {
    now: 1_000,
    server: 'first',
    snapshot: 100,
    /** Each change with its transaction. */
    changes: [] as { name: string; in: number }[],
    isAway: false,
    asked: [] as string[][],
  };
  const memory = (settings = {}) =>
    createSessionMemory(
      async ({ tokenHashes, since }) => {
        state.asked.push(tokenHashes.map(String));
        if (state.isAway) throw new Error('no answer');
        const changed = since === null ? [] : state.changes.filter((change) => change.in >= Number(since));
        return {
          at: { server: state.server, snapshot: String(state.snapshot) },
          changed: changed.map(({ name }) => hashOf(name)),
          sessions: tokenHashes.map(String).flatMap((name) => sessions.get(name) ?? []),
        };
      },
      { clock: () => state.now, ...settings },
    );
  const open = (name: string, lasts_ms = 7_200_000) =>
    sessions.set(name, {
      token_hash: hashOf(name),
      user_id: 1n,
      address: '0x1',
      consent_hash: null,
      is_over: false,
      is_stale: false,
      lasts_ms,
    });
  const change = (name: string, parts: Partial<SessionRow>, transaction = state.snapshot) => {
    sessions.set(name, { ...(sessions.get(name) as SessionRow), ...parts });
    state.changes.push({ name, in: transaction });
  };
  return { state, memory, open, change };
}

describe('createSessionMemory', () => {
  test('default: a session is read once, and each call asks for the changes', async () => {
    const { state, memory, open } = standIn();
    open('a');
    const { find } = memory();
    const first = await find([hashOf('a'), hashOf('none')]);
    const second = await find([hashOf('a')]);
    expect([first.read.length, second.read.length]).toEqual([1, 0]);
    expect([...first.rows, ...second.rows].map((row) => row?.user_id)).toEqual([1n, undefined, 1n]);
    expect(state.asked).toEqual([['a', 'none'], []]);
  });

  test('behavior: a changed session is read again for the call that detects the change', async () => {
    const { state, memory, open, change } = standIn();
    open('a');
    const { find } = memory();
    await find([hashOf('a')]);
    change('a', { is_over: true });
    expect((await find([hashOf('a')])).rows[0]?.is_over).toBe(true);
    expect(state.asked).toEqual([['a'], [], ['a']]);
  });

  test('behavior: answers come in the order of the hashes, twice for a hash that occurs twice', async () => {
    const { memory, open, change } = standIn();
    for (const name of ['a', 'b', 'c']) open(name);
    const { find } = memory();
    await find([hashOf('b'), hashOf('a')]);
    change('b', { is_over: true });
    const { rows } = await find(['c', 'b', 'a', 'none', 'b'].map(hashOf));
    expect(rows.map((row) => row && [String(row.token_hash), row.is_over])).toEqual([
      ['c', false],
      ['b', true],
      ['a', false],
      undefined,
      ['b', true],
    ]);
  });

  test('behavior: a change by a transaction that was still running at the last answer is not missed', async () => {
    const { state, memory, open, change } = standIn();
    open('a');
    const { find } = memory();
    await find([hashOf('a')]);
    // 100 is still running, 105 has ended: the snapshot stays at 100.
    await find([hashOf('a')]);
    change('a', { is_over: true }, 100);
    state.snapshot = 106;
    expect((await find([hashOf('a')])).rows[0]?.is_over).toBe(true);
  });

  test('behavior: without an answer of the database no session is trusted; later the changes are known', async () => {
    const { state, memory, open, change } = standIn();
    open('a');
    const { find } = memory();
    await find([hashOf('a')]);
    state.isAway = true;
    await expect(find([hashOf('a')])).rejects.toThrow('no answer');
    change('a', { is_over: true });
    state.isAway = false;
    expect((await find([hashOf('a')])).rows[0]?.is_over).toBe(true);
  });

  test.each([
    ['another server answers', { server: 'second' }],
    ['the server has lost transactions', { snapshot: 99 }],
    ['it was not asked for a minute', { now: 70_000 }],
  ])('behavior: all is read again when %s', async (_when, becomes) => {
    const { state, memory, open } = standIn();
    open('a');
    const { find } = memory();
    await find([hashOf('a')]);
    Object.assign(state, becomes);
    await find([hashOf('a')]);
    await find([hashOf('a')]);
    expect(state.asked.flat()).toEqual(['a', 'a']);
  });

  test('behavior: no session is cached beyond its end, or longer than a minute', async () => {
    const { state, memory, open } = standIn();
    open('long');
    open('short', 500);
    const { find } = memory();
    const both = [hashOf('long'), hashOf('short')];
    await find(both);
    state.now += 501;
    await find(both);
    for (let second = 0; second < 60; second += 1) {
      state.now += 1_000;
      await find([hashOf('long')]);
    }
    expect(state.asked.flat()).toEqual(['long', 'short', 'short', 'long']);
  });

  test('behavior: evicts the oldest above the maximum', async () => {
    const { memory, open } = standIn();
    for (const name of ['a', 'b', 'c', 'd']) open(name);
    const { find, size } = memory({ most: 2 });
    for (const name of ['a', 'b', 'c', 'd']) await find([hashOf(name)]);
    await find([hashOf('d')]);
    expect(size()).toBe(2);
  });

  test('broken twin: a cache that learns of no change trusts a session that has ended', async () => {
    const { state, memory, open, change } = standIn();
    open('a');
    const { find } = memory();
    await find([hashOf('a')]);
    change('a', { is_over: true });
    state.changes = [];
    expect((await find([hashOf('a')])).rows[0]?.is_over).toBe(false);
  });
});
