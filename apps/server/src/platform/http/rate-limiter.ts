import type { CallRate } from '@city-mint/api-contract/endpoint';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import { limitedNetworks } from '../limited-address.ts';

export type RateLimits = {
  /** Calls per address and minute, over all routes; 0 = no limit. */
  readonly perAddress: number;
  /** Calls per route, wallet and minute, by class; 0 = no limit. */
  readonly perMinuteOf: Readonly<Record<CallRate, number>>;
};

/** No limits, for tests and benchmarks. */
export const NO_LIMITS: RateLimits = {
  perAddress: 0,
  perMinuteOf: { read: 0, write: 0, join: 0, money: 0, heavy: 0, 'sign-in': 0 },
};

/** The limit that a caller has used up, in calls per minute, and the time of the next allowed call. */
export type Exceeded = {
  readonly scope: 'address' | 'route-of-address' | 'wallet';
  readonly limit: number;
  readonly retryAfterSeconds: number;
};

export type LimitedRoute = { readonly route: string; readonly rate: CallRate };

export type RateLimiter = {
  /** Counts a call of an address against its total and, if the call is declared, against its route. */
  ofAddress(ip: string, called: LimitedRoute | undefined): Exceeded | null;
  /** Counts a call of a wallet against its route, from any address. */
  ofWallet(wallet: string, called: LimitedRoute): Exceeded | null;
  /** Counts a monitor's request of an address; these have their own limit. */
  ofMonitor(ip: string): Exceeded | null;
  /**
   * Refunds a call to the limits of its route, for an answer for which the caller is not responsible. The limit of an
   * address over all routes still counts it.
   */
  giveBack(call: { readonly ip: string; readonly wallet: string | null; readonly called: LimitedRoute }): void;
  /** The number of tracked callers. */
  remembered(): number;
};

/** Health and metrics requests per address and minute that a process answers. */
const MONITOR_PER_MINUTE = 600;
/** Several people share an address, each with their own wallet. */
const WALLETS_OF_ADDRESS = 10;
/**
 * Maximum number of tracked callers of each kind per process; above it the longest silent ones are evicted, so that a
 * flood uses no more memory.
 */
export const MOST_CALLERS = 100_000;

/**
 * Returns a rate limiter of the calls of addresses and wallets, by the declared class of each route. After a minute of
 * silence a whole minute's calls may be made in a burst; then they refill one by one. Refused calls do not count. The
 * counts are only those of this process.
 */
export function createRateLimiter(
  { perAddress, perMinuteOf }: RateLimits,
  clock = () => performance.now(),
): RateLimiter {
  const addresses = createCounter(clock);
  const routes = createCounter(clock);
  const wallets = createCounter(clock);
  const isOff = perAddress === 0;
  const routeLimit = ({ rate }: LimitedRoute) => perMinuteOf[rate] * (rate === 'sign-in' ? 1 : WALLETS_OF_ADDRESS);
  const callersOf = (prefix: string, ip: string, perMinute: number): CountedCaller[] =>
    limitedNetworks(ip).map(({ network, times }) => ({ caller: prefix + network, perMinute: perMinute * times }));
  const walletCaller = (wallet: string, called: LimitedRoute): CountedCaller[] => [
    { caller: `${called.route} ${wallet}`, perMinute: isOff ? 0 : perMinuteOf[called.rate] },
  ];
  return {
    ofAddress(ip, called) {
      if (isOff) return null;
      const ofAll = exceeded('address', addresses.count(callersOf('', ip, perAddress)));
      if (ofAll !== null || called === undefined) return ofAll;
      return exceeded('route-of-address', routes.count(callersOf(`${called.route} `, ip, routeLimit(called))));
    },
    ofWallet: (wallet, called) => exceeded('wallet', wallets.count(walletCaller(wallet, called))),
    ofMonitor: (ip) =>
      isOff ? null : exceeded('address', addresses.count(callersOf('monitor ', ip, MONITOR_PER_MINUTE))),
    giveBack({ ip, wallet, called }) {
      if (isOff) return;
      routes.giveBack(callersOf(`${called.route} `, ip, routeLimit(called)));
      if (wallet !== null) wallets.giveBack(walletCaller(wallet, called));
    },
    remembered: () => addresses.size() + routes.size() + wallets.size(),
  };
}

/** A caller, and its limit per minute; 0 = no limit. */
type CountedCaller = { readonly caller: string; readonly perMinute: number };

function exceeded(
  scope: Exceeded['scope'],
  above: { readonly limit: number; readonly retryAfterSeconds: number } | null,
): Exceeded | null {
  return above && { scope, ...above };
}

/** Tracks one number per caller: the time until which its calls would have taken at an even pace. */
function createCounter(clock: () => number) {
  // Callers since the last rotation, and those before it. A caller silent for a minute starts with a full limit, so
  // each rotation drops the older half as a whole.
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let rotatedAt = clock();
  const lastOf = (caller: string) => recent.get(caller) ?? older.get(caller);
  return {
    /**
     * Counts one call for all of these callers, or for none: then returns the limit and the seconds until the next
     * call.
     */
    count(callers: readonly CountedCaller[]): { readonly limit: number; readonly retryAfterSeconds: number } | null {
      const now = clock();
      if (recent.size >= MOST_CALLERS / 2 || now - rotatedAt >= MINUTE_MS) {
        [older, recent, rotatedAt] = [recent, new Map(), now];
      }
      const limited = callers.filter(({ perMinute }) => perMinute > 0);
      for (const { caller, perMinute } of limited) {
        const waitMs = Math.max(now, lastOf(caller) ?? now) - now - (MINUTE_MS - MINUTE_MS / perMinute);
        // Tolerates rounding errors of fractions of a millisecond.
        if (waitMs > 0.001) return { limit: perMinute, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
      }
      for (const { caller, perMinute } of limited) {
        recent.set(caller, Math.max(now, lastOf(caller) ?? now) + MINUTE_MS / perMinute);
      }
      return null;
    },
    /** Refunds one call of these callers. */
    giveBack(callers: readonly CountedCaller[]): void {
      for (const { caller, perMinute } of callers) {
        const last = lastOf(caller);
        if (last !== undefined && perMinute > 0) recent.set(caller, last - MINUTE_MS / perMinute);
      }
    },
    size: () => recent.size + older.size,
  };
}
