import { create } from 'zustand';

/** A call as the overlay lists it, without request or reply data. */
export type RecordedCall = {
  /** UTC milliseconds. */
  readonly at: number;
  readonly method: string;
  /** Without the query; for another origin than the page's, only the host. */
  readonly path: string;
  /** HTTP status; null without a reply. */
  readonly status: number | null;
  /** The server's id of the call, as in its log. */
  readonly requestId: string | null;
  readonly ms: number;
};

const MOST_CALLS = 20;

/** The latest calls, the newest first. */
export const useCallLog = create<{ readonly calls: readonly RecordedCall[] }>(() => ({ calls: [] }));

/** Records every later call of the page without changing it. Call once. */
export function recordCalls(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const at = Date.now();
    const begun = performance.now();
    const record = (response: Response | null) => {
      const call = {
        at,
        method: init?.method ?? (input instanceof Request ? input.method : 'GET'),
        path: pathOf(input instanceof Request ? input.url : String(input)),
        status: response?.status ?? null,
        requestId: response?.headers.get('x-request-id') ?? null,
        ms: Math.round(performance.now() - begun),
      };
      useCallLog.setState(({ calls }) => ({ calls: [call, ...calls].slice(0, MOST_CALLS) }));
    };
    try {
      const response = await send(input, init);
      record(response);
      return response;
    } catch (error) {
      record(null);
      throw error;
    }
  };
}

function pathOf(address: string): string {
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.pathname : url.host;
}
