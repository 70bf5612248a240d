import type { Hex, PublicClient } from 'viem';
import type { EvmVersion } from './contract-bytecode.ts';
import { type FailedCall, nodeErrorKind } from './node-error-kind.ts';

export type ChainProbe = {
  readonly chainId: number;
  readonly opcodes: { readonly [name in Opcode]: boolean };
  /** Whether blocks have a base fee; without one only legacy transactions are accepted. */
  readonly feeMarket: boolean;
  /** Whether the node supports the block tags. */
  readonly tags: { readonly safe: boolean; readonly finalized: boolean };
  /** Contracts that have the same address on many chains. */
  readonly create2Deployer: boolean;
  readonly multicall3: boolean;
};

type Opcode = keyof typeof INIT_CODES;

/** Init codes that run one opcode and return; the call fails on an EVM that lacks it. */
const INIT_CODES = {
  create2: '0x6000600060006000f560005260206000f3',
  baseFee: '0x4860005260206000f3',
  push0: '0x5f5ff3',
  mcopy: '0x60006000600060005e60006000f3',
  tstore: '0x600160005d60006000f3',
} as const satisfies Record<string, Hex>;

/** The opcodes that code compiled for a version can contain and an older chain may lack. */
const NEEDED_OPCODES: Record<EvmVersion, readonly Opcode[]> = {
  istanbul: ['create2'],
  london: ['create2', 'baseFee'],
  paris: ['create2', 'baseFee'],
  shanghai: ['create2', 'baseFee', 'push0'],
  cancun: ['create2', 'baseFee', 'push0', 'mcopy', 'tstore'],
};

const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** Returns the capabilities of a chain, found only by calls. Throws when the node cannot be reached. */
export async function probeChain(client: PublicClient): Promise<ChainProbe> {
  const chainId = await client.getChainId();
  const block = await client.getBlock();
  const [create2, baseFee, push0, mcopy, tstore, safe, finalized] = await Promise.all([
    supportsInitCode(client, INIT_CODES.create2),
    supportsInitCode(client, INIT_CODES.baseFee),
    supportsInitCode(client, INIT_CODES.push0),
    supportsInitCode(client, INIT_CODES.mcopy),
    supportsInitCode(client, INIT_CODES.tstore),
    knowsTag(client, 'safe'),
    knowsTag(client, 'finalized'),
  ]);
  return {
    chainId,
    opcodes: { create2, baseFee, push0, mcopy, tstore },
    feeMarket: typeof block.baseFeePerGas === 'bigint',
    tags: { safe, finalized },
    create2Deployer: (await client.getCode({ address: CREATE2_DEPLOYER })) !== undefined,
    multicall3: (await client.getCode({ address: MULTICALL3 })) !== undefined,
  };
}

/** Throws a `ChainTooOldError` when the chain lacks an opcode that code compiled for `evmVersion` can contain. */
export function assertChainFits(probe: ChainProbe, evmVersion: EvmVersion): void {
  const missing = NEEDED_OPCODES[evmVersion].filter((opcode) => !probe.opcodes[opcode]);
  if (missing.length > 0) throw new ChainTooOldError({ chainId: probe.chainId, evmVersion, missing });
}

/** The chain's EVM is older than the version the contracts were compiled for. */
export class ChainTooOldError extends Error {
  override readonly name = 'ChainTooOldError';
  readonly missing: readonly string[];

  constructor(found: { readonly chainId: number; readonly evmVersion: string; readonly missing: readonly string[] }) {
    super(`chain ${found.chainId} is older than ${found.evmVersion}: it lacks ${found.missing.join(', ')}`);
    this.missing = found.missing;
  }
}

function supportsInitCode(client: PublicClient, initCode: Hex): Promise<boolean> {
  const request = client.request({ method: 'eth_call', params: [{ data: initCode }, 'latest'] }, { retryCount: 0 });
  return succeeds(request, { method: 'eth_call' });
}

function knowsTag(client: PublicClient, blockTag: 'finalized' | 'safe'): Promise<boolean> {
  return succeeds(client.getBlock({ blockTag }), { method: 'eth_getBlockByNumber', params: [blockTag, false] });
}

/** Whether the request succeeds; false when the node rejects it. Throws when the node does not respond. */
async function succeeds(request: Promise<unknown>, call: FailedCall): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    const kind = nodeErrorKind(error, call);
    if (kind === 'unavailable' || kind === 'rate-limited') throw error;
    return false;
  }
}
