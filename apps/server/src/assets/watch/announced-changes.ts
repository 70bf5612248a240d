import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { decodeFunctionData, type Hex } from 'viem';
import { createLogDecoder } from '#platform/chain/decode-log.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';

/** A change that the vault's admin announced; `call` names the function and its arguments, for people. */
export type AnnouncedChange = { readonly id: Hex; readonly call: string; readonly readyAt: bigint };

const decodeVaultLog = createLogDecoder(vaultAbi);

/** Returns the announced changes among the vault's logs. */
export function readAnnouncements(logs: readonly ChainLog[]): AnnouncedChange[] {
  return logs.flatMap((log) => {
    const decoded = decodeVaultLog(log);
    if (decoded?.eventName !== 'ChangeAnnounced') return [];
    const { id, readyAt, data } = decoded.args;
    return [{ id, call: describeCall(data), readyAt }];
  });
}

/** Anything can be announced; what is no call of the vault is shown as it is. */
function describeCall(data: Hex): string {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: vaultAbi, data });
    return `${functionName}(${args.map(describeArgument).join(', ')})`;
  } catch {
    return data;
  }
}

function describeArgument(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([name, field]) => `${name}: ${String(field)}`)
    .join(', ')}}`;
}
