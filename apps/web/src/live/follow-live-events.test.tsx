import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { useLiveStore } from '#platform/live-store.ts';
import { currentSession, endSession, startSession } from '#platform/session-store.ts';
import { installFakeNotifications } from '#testing/fake-notifications.ts';
import { sampleSession } from '#testing/sample-session.ts';
import { followLiveEvents } from './follow-live-events.ts';

type Connection = { readonly token: string | null; isOpen: boolean; close(): void };

/** Marks the reader of this file: those of other files of the worker still listen to the document. */
const LANGUAGE = 'vi';

/** The connections of the page so far, the last one last. */
const connections: Connection[] = [];
let refusal: number | null = null;

/** A server of live events: a stream that stays open until the page or the test closes it. */
async function openStream(init: RequestInit | undefined): Promise<Response> {
  const headers = new Headers(init?.headers);
  if (headers.get('lang') !== LANGUAGE) return new Response(null, { status: 204 });
  if (refusal !== null) return new Response(null, { status: refusal });
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const connection: Connection = {
    token: headers.get('Authorization'),
    isOpen: true,
    close: () => {
      connection.isOpen = false;
      void stream.writable.abort().catch(() => undefined);
    },
  };
  init?.signal?.addEventListener('abort', connection.close, { once: true });
  connections.push(connection);
  return new Response(stream.readable, { headers: { 'content-type': 'text/event-stream' } });
}

const open = () => connections.filter(({ isOpen }) => isOpen);

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeAll(() => {
  useLanguageStore.setState({ language: LANGUAGE });
  const [onDocument, onWindow] = [vi.spyOn(document, 'addEventListener'), vi.spyOn(globalThis, 'addEventListener')];
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  followLiveEvents();
  Reflect.deleteProperty(document, 'visibilityState');
  const [ofDocument, ofWindow] = [[...onDocument.mock.calls], [...onWindow.mock.calls]];
  vi.restoreAllMocks();
  return () => {
    for (const [name, listener] of ofDocument) document.removeEventListener(name, listener);
    for (const [name, listener] of ofWindow) removeEventListener(name, listener);
  };
});

/** Opens the page with its live events, visible, until the test ends. */
async function followEvents({ isSignedIn = false } = {}) {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (_url, init) => openStream(init);
  const clock = startClock();
  refusal = null;
  const session = sampleSession();
  if (isSignedIn) startSession(session);
  setVisibility('visible');
  await clock.advance(0);
  onTestFinished(async () => {
    endSession();
    setVisibility('hidden');
    dispatchEvent(new Event('pagehide'));
    Reflect.deleteProperty(document, 'visibilityState');
    for (const connection of open()) connection.close();
    globalThis.fetch = realFetch;
  });
  return { clock, session };
}

beforeEach(() => void connections.splice(0));

describe('live events', () => {
  test('are read while the page is visible, once', async () => {
    await followEvents();
    expect(open()).toHaveLength(1);
    expect(open()[0]).toMatchObject({ token: null });
    expect(useLiveStore.getState().isLive).toBe(true);
  });

  test('stop a minute after the page was hidden, and start again when it is shown', async () => {
    const { clock } = await followEvents();
    setVisibility('hidden');
    await clock.advance(59_000);
    expect(open()).toHaveLength(1);
    await clock.advance(2_000);
    expect(open()).toHaveLength(0);
    expect(useLiveStore.getState().isLive).toBe(false);
    setVisibility('visible');
    await clock.advance(0);
    expect(open()).toHaveLength(1);
  });

  test('stay open for a page that comes back within a minute', async () => {
    const { clock } = await followEvents();
    setVisibility('hidden');
    await clock.advance(30_000);
    setVisibility('visible');
    await clock.advance(40_000);
    expect(connections.length).toBeLessThanOrEqual(2);
    expect(open()).toHaveLength(1);
  });

  test('stop when the browser keeps the page for Back, and start when it is shown again', async () => {
    const { clock } = await followEvents();
    dispatchEvent(new Event('pagehide'));
    await clock.advance(0);
    expect(open()).toHaveLength(0);
    dispatchEvent(new Event('pageshow'));
    await clock.advance(0);
    expect(open()).toHaveLength(1);
  });
});

describe('an account', () => {
  test('has its token in the connection from its sign-in until its sign-out', async () => {
    const { clock, session } = await followEvents();
    act(() => startSession(session));
    await clock.advance(0);
    expect(open().map(({ token }) => token)).toEqual([session.token]);
    act(() => endSession());
    await clock.advance(0);
    expect(open().map(({ token }) => token)).toEqual([null]);
  });

  test('that is notified of settlements keeps its connection while the page is hidden', async () => {
    installFakeNotifications('granted');
    localStorage.setItem('fmc.notify', 'on');
    onTestFinished(() => localStorage.clear());
    const { clock } = await followEvents({ isSignedIn: true });
    setVisibility('hidden');
    await clock.advance(120_000);
    expect(open()).toHaveLength(1);
  });

  test('whose session the server does not know is signed out', async () => {
    const { clock, session } = await followEvents();
    refusal = 401;
    act(() => startSession(session));
    await clock.advance(0);
    await vi.waitFor(() => expect(currentSession()).toBeNull());
  });
});

test('a connection that was lost is opened again as soon as the browser is online', async () => {
  const { clock } = await followEvents();
  refusal = 503;
  open()[0]?.close();
  await clock.advance(0);
  expect(useLiveStore.getState().isLive).toBe(false);
  refusal = null;
  await clock.advance(0);
  expect(open()).toHaveLength(0);
  dispatchEvent(new Event('online'));
  await clock.advance(0);
  expect(open()).toHaveLength(1);
});
