import { type Hex, isHex } from 'viem';

const FILES = {
  factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  wrappedNative: '@uniswap/v2-periphery/build/WETH9.json',
};

/**
 * Returns the creation bytecode of a Uniswap V2 contract from its npm package. It is imported on demand, so that it is
 * in no bundle. Throws when the package has none.
 */
export async function uniswapBytecode(contract: keyof typeof FILES): Promise<Hex> {
  const file: unknown = await import(/* @vite-ignore */ FILES[contract], { with: { type: 'json' } });
  const bytecode = `0x${String(memberOf(memberOf(file, 'default'), 'bytecode'))}`;
  if (!isHex(bytecode)) throw new Error(`${FILES[contract]} has no bytecode`);
  return bytecode;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
}
