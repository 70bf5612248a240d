import type { ScribeDeps } from './scribe-deps.ts';

/** What is paid for a unit of gas, in base units of JU: a quarter above what the node asks now, at most the limit; undefined when it asks more. */
export async function suggestGasPrice({
  node,
  maxGasPrice,
}: Pick<ScribeDeps, 'node' | 'maxGasPrice'>): Promise<bigint | undefined> {
  const asked = await node.getGasPrice();
  if (asked > maxGasPrice) return undefined;
  const offered = asked + asked / 4n + 1n;
  return offered > maxGasPrice ? maxGasPrice : offered;
}
