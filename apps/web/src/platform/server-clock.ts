import { useEffect, useState } from 'react';

type Sample = { readonly serverTime: number; readonly at: number };

let sample: Sample | null = null;

/**
 * Notes a time the server gave, in UTC milliseconds. Half of the round trip is taken as the way back.
 * It is held against the monotonic clock of the page, so a device clock that is wrong, or set while the page is open, moves no countdown.
 */
export function recordServerTime(serverTime: number, roundTripMs: number): void {
  sample = { serverTime: serverTime + roundTripMs / 2, at: performance.now() };
}

/** The server's time now, in UTC milliseconds; the device's until the server has answered once. */
export function serverNow(): number {
  return sample === null ? Date.now() : sample.serverTime + (performance.now() - sample.at);
}

/** The server's time, renewed at each whole second of it while the component is shown. */
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
