import type { CallRate } from '@city-mint/api-contract/endpoint';
import { limitedAddress } from './limited-address.ts';

export type RateLimits = {
  /** Calls of one address in a minute, all routes together; 0 = nothing is limited. */
  readonly perAddress: number;
  /** Calls of one route by one wallet in a minute, by class; 0 = no limit. */
  readonly perMinuteOf: Readonly<Record<CallRate, number>>;
};

/** No limit at all, for tests and benches. */
export const NO_LIMITS: RateLimits = {
  perAddress: 0,
  perMinuteOf: { read: 0, write: 0, join: 0, money: 0, heavy: 0, 'sign-in': 0 },
};

/** What a caller has used up: `limit` calls a minute, and when one more is let in. */
export type Exceeded = {
  readonly scope: 'address' | 'route-of-address' | 'wallet';
  readonly limit: number;
  readonly retryAfterSeconds: number;
};

export type LimitedRoute = { readonly route: string; readonly rate: CallRate };

export type RateLimiter = {
  /** Counts a call of an address, against all it makes and, where it is a declared one, against its route. */
  ofAddress(ip: string, called: LimitedRoute | undefined): Exceeded | null;
  /** Counts a call of a wallet against its route, from wherever it comes. */
  ofWallet(wallet: string, called: LimitedRoute): Exceeded | null;
  /** How many callers it remembers now. */
  remembered(): number;
};

const MINUTE_MS = 60_000;
/** Several people share an address; each has their own wallet. */
const WALLETS_OF_ADDRESS = 10;
/**
 * Callers of each kind that one process remembers; above it those who called longest ago are forgotten, so a flood
 * needs no more memory.
 */
export const MOST_CALLERS = 100_000;

/**
 * Returns a limiter of how often an address and a wallet call, each route by the class it declares. After a minute of
 * silence all calls of a minute may be made at once; from then on they refill one by one. Refused calls count for
 * nothing. The counts are of this process alone.
 */
export function createRateLimiter(
  { perAddress, perMinuteOf }: RateLimits,
  clock = () => performance.now(),
): RateLimiter {
  const addresses = createCounter(clock);
  const routes = createCounter(clock);
  const wallets = createCounter(clock);
  const isOff = perAddress === 0;
  return {
    ofAddress(ip, called) {
      if (isOff) return null;
      const address = limitedAddress(ip);
      const retryAfterSeconds = addresses.count(address, perAddress);
      if (retryAfterSeconds > 0) return { scope: 'address', limit: perAddress, retryAfterSeconds };
      if (called === undefined) return null;
      const share = called.rate === 'sign-in' ? 1 : WALLETS_OF_ADDRESS;
      const limit = perMinuteOf[called.rate] * share;
      return exceeded('route-of-address', limit, routes.count(`${called.route} ${address}`, limit));
    },
    ofWallet(wallet, called) {
      const limit = isOff ? 0 : perMinuteOf[called.rate];
      return exceeded('wallet', limit, wallets.count(`${called.route} ${wallet}`, limit));
    },
    remembered: () => addresses.size() + routes.size() + wallets.size(),
  };
}

function exceeded(scope: Exceeded['scope'], limit: number, retryAfterSeconds: number): Exceeded | null {
  return retryAfterSeconds === 0 ? null : { scope, limit, retryAfterSeconds };
}

/** Counts by one number per caller: when all of their calls would have been made at an even pace. */
function createCounter(clock: () => number) {
  // Callers since the last rotation, and those before it: a caller who was silent for a minute starts afresh, so each
  // rotation drops the older half as a whole.
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let rotatedAt = clock();
  return {
    /** Counts one call; returns 0 when it is allowed, else the seconds until it is. A limit of 0 is none. */
    count(caller: string, perMinute: number): number {
      if (perMinute === 0) return 0;
      const now = clock();
      if (recent.size >= MOST_CALLERS / 2 || now - rotatedAt >= MINUTE_MS) {
        [older, recent, rotatedAt] = [recent, new Map(), now];
      }
      const pace = MINUTE_MS / perMinute;
      const from = Math.max(now, recent.get(caller) ?? older.get(caller) ?? now);
      const waitMs = from - now - (MINUTE_MS - pace);
      // Sums of fractions of a millisecond are not exact.
      if (waitMs > 0.001) return Math.max(1, Math.ceil(waitMs / 1_000));
      recent.set(caller, from + pace);
      return 0;
    },
    size: () => recent.size + older.size,
  };
}
