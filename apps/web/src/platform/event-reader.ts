import { CODES } from '@city-mint/api-contract/envelope';
import { createEventStreamParser, type StreamEvent } from './event-stream.ts';

export type EventReaderSettings = {
  /** Opens the stream, after the event with this id if one has been received. */
  readonly open: (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: StreamEvent) => void;
  /** Called with true when the stream opens, and with false when it ends and after each failed attempt. */
  readonly onLive: (isLive: boolean) => void;
  /** The server no longer knows the session; the reader has ended. */
  readonly onLoggedOut: () => void;
};

export type EventReader = {
  /** Opens the stream, and reopens it after each end, until `stop`. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Reconnects now if it is waiting for its next attempt. */
  readonly retryNow: () => void;
};

/** The result of an attempt: the milliseconds until the next one, or that there is none. */
type End = { readonly pauseMs: number } | 'stopped' | 'logged-out';

/** The server sends a heartbeat every 15 seconds: without one the connection is dead, even if it was not closed. */
const SILENCE_MS = 40_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Returns a reader of an event stream over `fetch`, which unlike `EventSource` can send a token. It resumes after the
 * last event that it received. Without a reply it backs off: its pauses double from one second up to a minute.
 */
export function createEventReader(settings: EventReaderSettings): EventReader {
  let lastEventId: string | null = null;
  let running: AbortController | null = null;
  let failures = 0;
  const pause = createPause();

  /** Reads one connection to its end. */
  const readOnce = async (signal: AbortSignal): Promise<End> => {
    const silence = silenceGuard();
    const either = AbortSignal.any([signal, silence.signal]);
    const parser = createEventStreamParser();
    try {
      const response = await settings.open(lastEventId, either);
      const end = await endWithoutStream(response);
      if (end !== null) return end;
      settings.onLive(true);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const piece = await reader?.read();
        if (piece === undefined || piece.done) break;
        silence.reset();
        failures = 0;
        for (const event of parser.push(piece.value)) {
          lastEventId = event.id ?? lastEventId;
          settings.onEvent(event);
        }
      }
      return { pauseMs: parser.retryMs() ?? 1_000 };
    } catch {
      return { pauseMs: parser.retryMs() ?? 0 };
    } finally {
      silence.end();
    }
  };

  const run = async (controller: AbortController): Promise<void> => {
    const { signal } = controller;
    while (!signal.aborted) {
      const end = await readOnce(signal);
      if (signal.aborted) return;
      settings.onLive(false);
      if (typeof end === 'string') {
        running = null;
        if (end === 'logged-out') settings.onLoggedOut();
        return;
      }
      failures += 1;
      const growing = Math.min(1_000 * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      // Jitter, so that readers who lost the same server do not all reconnect simultaneously.
      await pause.wait(Math.max(end.pauseMs, growing * (1 + Math.random() / 2)), signal);
    }
  };
  return {
    start() {
      if (running !== null) return;
      running = new AbortController();
      failures = 0;
      void run(running);
    },
    stop() {
      if (running === null) return;
      running.abort();
      running = null;
      settings.onLive(false);
    },
    retryNow: pause.end,
  };
}

/** Returns a wait that can be ended early. */
function createPause() {
  let end: () => void = () => undefined;
  return {
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', end, { once: true });
      }),
    end: () => end(),
  };
}

/** Returns a guard whose signal aborts once nothing was received for `SILENCE_MS`. */
function silenceGuard() {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), SILENCE_MS);
  let timer = begin();
  return {
    signal: controller.signal,
    reset() {
      clearTimeout(timer);
      timer = begin();
    },
    end: () => clearTimeout(timer),
  };
}

/** Returns the meaning of a response without a stream; null for a stream. */
async function endWithoutStream(response: Response): Promise<End | null> {
  // HTTP 204 tells an event reader not to reconnect.
  if (response.status === 204) return 'stopped';
  if (response.status === 401) return 'logged-out';
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true) return null;
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null;
  if (code === CODES.loggedOut) return 'logged-out';
  const seconds = Number(response.headers.get('retry-after') ?? '5');
  return { pauseMs: Number.isFinite(seconds) ? seconds * 1_000 : 5_000 };
}
