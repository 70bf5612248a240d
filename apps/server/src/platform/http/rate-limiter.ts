import type { CallRate } from '@city-mint/api-contract/endpoint';
import { limitedNetworks } from '../limited-address.ts';

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
  /** Counts a monitor's question of an address; these have a limit of their own. */
  ofMonitor(ip: string): Exceeded | null;
  /**
   * Takes back what a call counted against its route, for an answer that the caller is not to blame for. The limit of
   * an address over all routes still counts it.
   */
  giveBack(call: { readonly ip: string; readonly wallet: string | null; readonly called: LimitedRoute }): void;
  /** How many callers it remembers now. */
  remembered(): number;
};

const MINUTE_MS = 60_000;
/** Questions about health and figures that a process answers an address in a minute. */
const MONITOR_PER_MINUTE = 600;
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

/** Who calls, and how often they may in a minute; 0 is no limit. */
type CountedCaller = { readonly caller: string; readonly perMinute: number };

function exceeded(
  scope: Exceeded['scope'],
  above: { readonly limit: number; readonly retryAfterSeconds: number } | null,
): Exceeded | null {
  return above && { scope, ...above };
}

/** Counts by one number per caller: when all of their calls would have been made at an even pace. */
function createCounter(clock: () => number) {
  // Callers since the last rotation, and those before it: a caller who was silent for a minute starts afresh, so each
  // rotation drops the older half as a whole.
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let rotatedAt = clock();
  const lastOf = (caller: string) => recent.get(caller) ?? older.get(caller);
  return {
    /** Counts one call of all these callers together, or of none: then returns the limit and the seconds until then. */
    count(callers: readonly CountedCaller[]): { readonly limit: number; readonly retryAfterSeconds: number } | null {
      const now = clock();
      if (recent.size >= MOST_CALLERS / 2 || now - rotatedAt >= MINUTE_MS) {
        [older, recent, rotatedAt] = [recent, new Map(), now];
      }
      const limited = callers.filter(({ perMinute }) => perMinute > 0);
      for (const { caller, perMinute } of limited) {
        const waitMs = Math.max(now, lastOf(caller) ?? now) - now - (MINUTE_MS - MINUTE_MS / perMinute);
        // Sums of fractions of a millisecond are not exact.
        if (waitMs > 0.001) return { limit: perMinute, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
      }
      for (const { caller, perMinute } of limited) {
        recent.set(caller, Math.max(now, lastOf(caller) ?? now) + MINUTE_MS / perMinute);
      }
      return null;
    },
    /** Takes one call of these callers back. */
    giveBack(callers: readonly CountedCaller[]): void {
      for (const { caller, perMinute } of callers) {
        const last = lastOf(caller);
        if (last !== undefined && perMinute > 0) recent.set(caller, last - MINUTE_MS / perMinute);
      }
    },
    size: () => recent.size + older.size,
  };
}
