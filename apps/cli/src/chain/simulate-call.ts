import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import { type Address, BaseError, decodeErrorResult, type Hex, isHex, numberToHex, type PublicClient } from 'viem';
import type { Call } from './duty.ts';

/** The contract's error by which a call fails. `InsufficientFunds`: the sender has less JU than the call sends. */
export type Failure = { readonly name: string; readonly args: readonly unknown[] };

const ERRORS = [...vaultAbi, ...anchorsAbi, ...fmcAbi].filter(({ type }) => type === 'error');

type Simulated = { readonly call: Call; readonly from: Address; readonly block: bigint };

/** Runs a call at a block without sending it. Returns its failure; null: it passes. Throws without an answer. */
export async function simulateCall(
  client: PublicClient,
  { call: { to, value, data }, from, block }: Simulated,
): Promise<Failure | null> {
  const sent = { from, to, data, value: numberToHex(value) };
  try {
    await client.request({ method: 'eth_call', params: [sent, numberToHex(block)] });
    return null;
  } catch (error) {
    const kind = nodeErrorKind(error, { method: 'eth_call' });
    if (kind === 'insufficient-funds') return { name: 'InsufficientFunds', args: [] };
    if (kind !== 'reverted') throw error;
    return decodeFailure(revertData(error));
  }
}

/** Some nodes nest the data. */
function revertData(error: unknown): Hex {
  if (!(error instanceof BaseError)) return '0x';
  const found: unknown = error.walk((link) => dataOf(link) !== undefined);
  return dataOf(found) ?? '0x';
}

function dataOf(error: unknown): Hex | undefined {
  const data: unknown = Object(error).data;
  const inner: unknown = Object(data).data;
  return [data, inner].find((candidate) => isHex(candidate));
}

function decodeFailure(data: Hex): Failure {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: ERRORS, data });
    return { name: errorName, args };
  } catch {
    return { name: data === '0x' ? 'Unnamed' : data.slice(0, 10), args: [] };
  }
}
