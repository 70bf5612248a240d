import { useEffect, useState } from 'react';

type Sample = { readonly serverTime: number; readonly at: number };

let sample: Sample | null = null;

/**
 * Records a time sent by the server, in UTC milliseconds, plus half of the round trip for the reply's way. It is stored
 * relative to the page's monotonic clock, so that a wrong or changed device clock does not affect countdowns.
 */
export function recordServerTime(serverTime: number, roundTripMs: number): void {
  sample = { serverTime: serverTime + roundTripMs / 2, at: performance.now() };
}

/** The server's current time in UTC milliseconds; the device's until the first reply of the server. */
export function serverNow(): number {
  return sample === null ? Date.now() : sample.serverTime + (performance.now() - sample.at);
}

/** The server's current time, updated at each of its full seconds. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = serverNow();
      setNow(current);
      timer = setTimeout(tick, 1000 - (current % 1000) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
