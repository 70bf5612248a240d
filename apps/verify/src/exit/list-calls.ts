import type { ExitCall } from './calldata.ts';
import type { ExitPart, ExitPlan } from './plan-exit.ts';

/** A call of a plan. `begin` has no currency, `beginFor` that of the demand. */
export type NamedCall = {
  readonly name: 'collect' | 'begin' | 'beginFor' | 'redeem' | 'demand';
  readonly currency: ExitPart['currency'] | null;
  readonly call: ExitCall;
};

/**
 * Returns the calls of a plan that an account can send, the first to send first; `redeem` also for an exit that anyone
 * can begin, of which it is the next call.
 */
export function listCalls({ kind, begin, parts, demands }: ExitPlan): NamedCall[] {
  const each = (name: NamedCall['name'], calls: readonly (readonly [ExitPart['currency'], ExitCall | null])[]) =>
    calls.flatMap(([currency, call]): NamedCall[] => (call === null ? [] : [{ name, currency, call }]));
  const beginsFor = demands.map(({ currency, open }) => [currency, open?.beginFor ?? null] as const);
  const redeems = parts.map(({ currency, redeem }) => [currency, redeem] as const);
  const possible = demands.map((part) => [part.currency, part.possible?.demand ?? null] as const);
  const collects = demands.map(({ currency, collect }) => [currency, collect] as const);
  return [
    ...each('collect', collects),
    ...(kind === 'due' ? [{ name: 'begin', currency: null, call: begin } as const] : []),
    // One demand begins the exit for all.
    ...(kind === 'demanded' ? each('beginFor', beginsFor).slice(0, 1) : []),
    ...(kind === 'due' || kind === 'begun' ? each('redeem', redeems) : []),
    ...each('demand', possible),
  ];
}
