import type { ReplyOf } from '@city-mint/api-contract/endpoints';

const contract = (digit: string) => `0x${digit.repeat(40)}` as const;

/** The chain and the contracts that the API names. */
export const CONTRACTS = {
  vault: contract('1'),
  fmc: contract('2'),
  router: contract('3'),
  factory: contract('4'),
  wrappedNative: contract('5'),
  anchors: contract('6'),
} as const;

/** Returns the API's configuration of the chain. */
export function configOf(now: number): ReplyOf<'GET /api/app/config'> {
  return { chainId: 202_599, ...CONTRACTS, confirmationsNeeded: 4, serverTime: now };
}
