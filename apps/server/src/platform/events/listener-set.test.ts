import { describe, expect, test } from 'vitest';
import type { Listener } from './listener.ts';
import { createListenerSet } from './listener-set.ts';

function listenerAt(address: string, waitingBytes = 0) {
  const sent: string[] = [];
  const ended: string[] = [];
  const drops: true[] = [];
  const listener: Listener = {
    address,
    userId: null,
    sessionHash: null,
    write: (text) => void sent.push(text),
    waitingBytes: () => waitingBytes,
    end: (lastWord) => void ended.push(lastWord),
    drop: () => void drops.push(true),
    isAllowed: async () => true,
    isReady: true,
    lastOwnData: null,
  };
  return { listener, sent, ended, drops };
}

describe('createListenerSet', () => {
  test('default: adds, sends to and removes listeners', () => {
    const listeners = createListenerSet({ mostListeners: 10, mostPerAddress: 10 });
    const { listener, sent } = listenerAt('192.0.2.1');
    listeners.add(listener);
    listeners.send(listener, 'text');
    expect([...listeners.all()]).toEqual([listener]);
    expect([listeners.has(listener), listeners.size(), sent]).toEqual([true, 1, ['text']]);
    listeners.remove(listener);
    expect([listeners.has(listener), listeners.size()]).toEqual([false, 0]);
  });

  test('behavior: has room up to the limit of all listeners', () => {
    const listeners = createListenerSet({ mostListeners: 2, mostPerAddress: 10 });
    for (const host of [1, 2]) {
      expect(listeners.hasRoom(`192.0.2.${host}`)).toBe(true);
      listeners.add(listenerAt(`192.0.2.${host}`).listener);
    }
    expect(listeners.hasRoom('192.0.2.3')).toBe(false);
  });

  test('behavior: has room up to the limit of one address, and again after one of its listeners left', () => {
    const listeners = createListenerSet({ mostListeners: 10, mostPerAddress: 2 });
    const [first, second] = [listenerAt('192.0.2.1'), listenerAt('192.0.2.1')];
    for (const { listener } of [first, second]) listeners.add(listener);
    expect(listeners.hasRoom('192.0.2.1')).toBe(false);
    expect(listeners.hasRoom('192.0.2.2')).toBe(true);
    listeners.remove(first.listener);
    expect(listeners.hasRoom('192.0.2.1')).toBe(true);
  });

  test('behavior: a listener that is removed twice counts once', () => {
    const listeners = createListenerSet({ mostListeners: 10, mostPerAddress: 2 });
    const [first, second] = [listenerAt('192.0.2.1'), listenerAt('192.0.2.1')];
    for (const { listener } of [first, second]) listeners.add(listener);
    for (const _time of [1, 2]) listeners.remove(first.listener);
    listeners.add(listenerAt('192.0.2.1').listener);
    expect(listeners.hasRoom('192.0.2.1')).toBe(false);
  });

  test.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('behavior: with %s unread bytes a listener is dropped: %s', (waitingBytes, isDropped) => {
    const listeners = createListenerSet({ mostListeners: 10, mostPerAddress: 10 });
    const { listener, sent, drops } = listenerAt('192.0.2.1', waitingBytes);
    listeners.add(listener);
    listeners.send(listener, 'text');
    expect([drops.length === 1, listeners.dropped() === 1, sent.length === 0]).toEqual(Array(3).fill(isDropped));
    expect(listeners.has(listener)).toBe(!isDropped);
  });

  test('behavior: an ended listener gets a final text and does not count as dropped', () => {
    const listeners = createListenerSet({ mostListeners: 10, mostPerAddress: 10 });
    const { listener, ended, drops } = listenerAt('192.0.2.1');
    listeners.add(listener);
    listeners.end(listener, 'bye');
    expect([ended, drops, listeners.dropped(), listeners.size()]).toEqual([['bye'], [], 0, 0]);
  });
});
