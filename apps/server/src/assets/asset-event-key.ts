/** Where an event stands in a list: newest first, at one time withdrawals before recharges, then the higher id. */
export type AssetEventKey = { readonly at: number; readonly kind: bigint; readonly id: bigint };

export const RECHARGE_KEY = 0n;
export const WITHDRAWAL_KEY = 1n;

/** Puts the newest first. */
export function compareKeys(a: AssetEventKey, b: AssetEventKey): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.kind !== b.kind) return a.kind > b.kind ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}
