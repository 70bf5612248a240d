import type { RpcNode } from './rpc-node.ts';

/**
 * Returns the price to pay per unit of gas, in base units of JU: a quarter above the node's price, at most the limit;
 * undefined when the node's price exceeds the limit.
 */
export async function suggestGasPrice({
  node,
  maxGasPrice,
}: {
  readonly node: RpcNode;
  readonly maxGasPrice: bigint;
}): Promise<bigint | undefined> {
  const currentPrice = await node.getGasPrice();
  if (currentPrice > maxGasPrice) return undefined;
  const offeredPrice = currentPrice + currentPrice / 4n + 1n;
  return offeredPrice > maxGasPrice ? maxGasPrice : offeredPrice;
}
