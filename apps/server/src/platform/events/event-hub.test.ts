import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEventHub, type EventFeed, type EventHub } from './event-hub.ts';
import type { Listener, LiveEvent } from './listener.ts';

const log = pino({ level: 'silent' });

type Heard = Listener & { texts: string[]; isDropped: boolean; waiting: number; isValid: boolean };

function listener(over: Partial<Heard> = {}): Heard {
  const heard: Heard = {
    address: '10.0.0.1',
    userId: null,
    sessionHash: null,
    texts: [],
    isDropped: false,
    isValid: true,
    waiting: 0,
    isReady: false,
    lastOwnData: null,
    write: (text) => void heard.texts.push(text),
    waitingBytes: () => heard.waiting,
    end: (text) => void heard.texts.push(text),
    drop: () => {
      heard.isDropped = true;
    },
    isAllowed: async () => heard.isValid,
    ...over,
  };
  return heard;
}

const idsIn = (texts: string[]) => [...texts.join('').matchAll(/^id: (.*)$/gm)].map((found) => found[1] ?? '');
const named = (texts: string[], name: string) =>
  texts
    .join('')
    .split('\n\n')
    .filter((text) => text.includes(`event: ${name}\n`));

/** A feed of only balances. */
function ownFeed(balance: () => string): EventFeed {
  return {
    poll: async () => [],
    snapshot: () => ({ name: 'rounds', data: '{}' }),
    pollFor: async (userIds) => new Map(userIds.map((id) => [id, { name: 'balances', data: `{"is":"${balance()}"}` }])),
  };
}

describe('createEventHub', () => {
  let changes: LiveEvent[];
  let polls: number;
  let ownPolls: bigint[][];
  let balance: string;
  let hub: EventHub;

  beforeEach(() => {
    changes = [];
    polls = 0;
    ownPolls = [];
    balance = '1';
    const feed: EventFeed = {
      async poll() {
        polls += 1;
        return changes.splice(0);
      },
      snapshot: () => ({ name: 'rounds', data: `{"polls":${polls}}` }),
      async pollFor(userIds) {
        ownPolls.push([...userIds]);
        return new Map(userIds.map((id) => [id, { name: 'balances', data: `{"of":"${id}","is":"${balance}"}` }]));
      },
    };
    hub = createEventHub({ feed, log, mostListeners: 5_000, mostPerAddress: 4_000, tickMs: 10, heartbeatMs: 30 });
  });
  afterEach(() => hub.close());

  test('default: sends the snapshot first, then each event once, in order', async () => {
    const one = listener();
    await hub.add(one, undefined);
    expect(one.texts.join('')).toMatch(/^id: \w+-0\nevent: rounds\ndata: \{"polls":1\}\n\n$/);
    changes = [
      { name: 'round-opened', data: '1' },
      { name: 'round-filled', data: '2' },
    ];
    await sleep(40);
    expect(idsIn(one.texts).map((id) => id.split('-')[1])).toEqual(['0', '1', '2']);
    expect(one.texts.join('')).toContain('event: round-filled\ndata: 2\n\n');
  });

  test('behavior: 2,000 listeners cost as many polls as one', async () => {
    const all = Array.from({ length: 2_000 }, (_, n) => listener({ userId: BigInt(n % 500) + 1n }));
    await Promise.all(all.map((one) => hub.add(one, undefined)));
    expect(polls).toBe(1);
    const before = performance.now();
    await sleep(100);
    const ticks = (performance.now() - before) / 10;
    expect(polls).toBeLessThanOrEqual(ticks + 2);
    expect(ownPolls.length).toBeLessThanOrEqual(polls);
    expect(ownPolls[0]).toHaveLength(500);
    expect(all.every(({ texts }) => named(texts, 'balances').length === 1)).toBe(true);
    balance = '2';
    await sleep(60);
    expect(all.every(({ texts }) => named(texts, 'balances').length === 2)).toBe(true);
  });

  test('behavior: no poll without listeners', async () => {
    const one = listener();
    await hub.add(one, undefined);
    hub.remove(one);
    await sleep(40);
    const before = polls;
    await sleep(60);
    expect(polls).toBe(before);
  });

  test('behavior: a reconnect gets exactly the missed events; a late or foreign one gets a snapshot', async () => {
    const stays = listener();
    await hub.add(stays, undefined);
    const tell = async (data: string) => {
      changes = [{ name: 'round-filled', data }];
      await sleep(30);
    };
    await tell('1');
    const [, first] = idsIn(stays.texts);
    await tell('2');
    await tell('3');
    const back = listener();
    await hub.add(back, first);
    expect(named(back.texts, 'round-filled').map((text) => text.split('data: ')[1])).toEqual(['2', '3']);
    expect(named(back.texts, 'rounds')).toEqual([]);
    for (const id of ['ffffffff-1', '', 'x', `${first?.split('-')[0]}-999`, `${first?.split('-')[0]}--1`]) {
      const anew = listener();
      await hub.add(anew, id);
      expect(named(anew.texts, 'rounds')).toHaveLength(1);
    }
    changes = Array.from({ length: 1_200 }, (_, n) => ({ name: 'round-filled', data: `${n}` }));
    await sleep(40);
    const late = listener();
    await hub.add(late, first);
    expect(named(late.texts, 'rounds')).toHaveLength(1);
  });

  test('behavior: a listener that does not read is dropped, the others are not delayed', async () => {
    const [slow, quick] = [listener({ waiting: 65 * 1024 }), listener()];
    await hub.add(quick, undefined);
    await hub.add(slow, undefined);
    expect(slow).toMatchObject({ isDropped: true, texts: [] });
    expect(hub.dropped()).toBe(1);
    expect(hub.size()).toBe(1);
  });

  test('behavior: accepts no more listeners than the limits allow', async () => {
    for (let n = 0; n < 4_000; n += 1) await hub.add(listener(), undefined);
    expect(hub.hasRoom('10.0.0.1')).toBe(false);
    expect(hub.hasRoom('10.0.0.2')).toBe(true);
    const other = Array.from({ length: 1_000 }, () => listener({ address: '10.0.0.2' }));
    for (const one of other) await hub.add(one, undefined);
    expect(hub.hasRoom('10.0.0.3')).toBe(false);
    hub.remove(other[0] ?? listener());
    expect(hub.hasRoom('10.0.0.3')).toBe(true);
  });

  test('attack: after its session has ended a listener receives no balance', async () => {
    const slow = createEventHub({
      ...{ feed: ownFeed(() => balance), log, mostListeners: 10, mostPerAddress: 10 },
      ...{ tickMs: 10, heartbeatMs: 60_000 },
    });
    const [ended, notified] = [
      listener({ userId: 7n, sessionHash: 'aa' }),
      listener({ userId: 8n, sessionHash: 'bb', address: '10.0.0.2' }),
    ];
    for (const one of [ended, notified]) await slow.add(one, undefined);
    await expect.poll(() => named(ended.texts, 'balances').length).toBe(1);
    ended.isValid = false;
    notified.isValid = false;
    await slow.endSession('bb');
    expect(notified.texts.at(-1)).toContain('event: logged-out');
    balance = '2';
    await expect.poll(() => ended.texts.at(-1)).toContain('event: logged-out');
    expect([ended, notified].map(({ texts }) => named(texts, 'balances').length)).toEqual([1, 1]);
    slow.close();
  });

  test('behavior: sends heartbeats; ends a listener whose session has ended, and all when it closes', async () => {
    const [stays, gone] = [listener(), listener({ userId: 7n, isValid: false })];
    await hub.add(stays, undefined);
    await hub.add(gone, undefined);
    await sleep(90);
    expect(stays.texts).toContain(':\n\n');
    expect(gone.texts.at(-1)).toContain('event: logged-out');
    expect(hub.size()).toBe(1);
    hub.close();
    expect(stays.texts.at(-1)).toContain('event: closing');
    expect(hub.hasRoom('10.0.0.9')).toBe(false);
  });

  test('behavior: a failed poll is logged and retried', async () => {
    let fails = true;
    const feed: EventFeed = {
      poll: async () => {
        if (fails) throw new Error('no database');
        return [];
      },
      snapshot: () => ({ name: 'rounds', data: '{}' }),
      pollFor: async () => new Map(),
    };
    const troubled = createEventHub({ feed, log, mostListeners: 9, mostPerAddress: 9, tickMs: 5 });
    await expect(troubled.add(listener(), undefined)).rejects.toThrow('no database');
    fails = false;
    const one = listener();
    await troubled.add(one, undefined);
    expect(named(one.texts, 'rounds')).toHaveLength(1);
    troubled.close();
  });
});
