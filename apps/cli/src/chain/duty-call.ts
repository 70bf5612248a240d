import { fundingPurpose } from '@city-mint/chain-contract/deploy';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem';
import { type Call, type PlainDuty, ROLE_IDS, type Sender, type TokenRule } from './duty.ts';

/** The contracts that duties call. */
export type Contracts = { readonly vault: Address; readonly anchors: Address };

const SENDERS: Readonly<Record<PlainDuty['kind'], Sender>> = {
  'pause-withdrawals': 'guard',
  'unpause-withdrawals': 'admin',
  'pause-deposits': 'guard',
  'unpause-deposits': 'admin',
  'remove-signer': 'admin',
  'set-signer': 'admin',
  'set-auditor': 'admin',
  'cancel-voucher': 'canceller',
  'grant-role': 'admin',
  'revoke-role': 'admin',
  'set-rule': 'admin',
  fund: 'funder',
};

/** Returns the role that performs a duty. */
export function senderOf(duty: PlainDuty): Sender {
  return SENDERS[duty.kind];
}

/** Returns the call that performs a duty. `current` is the present rule of the token of `set-rule`. */
export function dutyCall(duty: PlainDuty, { vault, anchors }: Contracts, current: TokenRule): Call {
  const ofVault = (data: Hex, value = 0n): Call => ({ to: vault, value, data });
  switch (duty.kind) {
    case 'pause-withdrawals':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'pauseWithdrawals' }));
    case 'unpause-withdrawals':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'unpauseWithdrawals' }));
    case 'pause-deposits':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'pauseDeposits' }));
    case 'unpause-deposits':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'unpauseDeposits' }));
    case 'remove-signer':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'removeSigner' }));
    case 'set-signer':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'setSigner', args: [duty.account] }));
    case 'set-auditor':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'setAuditor', args: [duty.account] }));
    case 'cancel-voucher':
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'cancelVoucher', args: [duty.id] }));
    case 'grant-role':
    case 'revoke-role': {
      const functionName = duty.kind === 'grant-role' ? 'grantRole' : 'revokeRole';
      const data = encodeFunctionData({ abi: vaultAbi, functionName, args: [ROLE_IDS[duty.role], duty.account] });
      return { ...ofVault(data), to: duty.role === 'scribe' ? anchors : vault };
    }
    case 'set-rule': {
      const args = [duty.token, { ...current, ...duty.rule }] as const;
      return ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'setTokenRule', args }));
    }
    case 'fund':
      return fundCall(duty, vault);
  }
}

function fundCall({ token, amount, purpose }: PlainDuty & { kind: 'fund' }, vault: Address): Call {
  const words = fundingPurpose(purpose);
  if (token === NATIVE_TOKEN) {
    const data = encodeFunctionData({ abi: vaultAbi, functionName: 'fundNative', args: [words] });
    return { to: vault, value: amount, data };
  }
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'fund', args: [token, amount, words] });
  return { to: vault, value: 0n, data };
}

/** Returns the call that allows the vault to take FMC from the sender. */
export function allowCall(fmc: Address, { vault, amount }: { readonly vault: Address; readonly amount: bigint }): Call {
  const data = encodeFunctionData({ abi: fmcAbi, functionName: 'approve', args: [vault, amount] });
  return { to: fmc, value: 0n, data };
}

/** Returns the call that announces a change by its calldata. */
export function announceCall(vault: Address, change: Hex): Call {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'announceChange', args: [change] });
  return { to: vault, value: 0n, data };
}

type Decision = 'approveChange' | 'vetoChange' | 'withdrawChange';

/** Returns the call of a decision on the announced change with this id. */
export function decisionCall(vault: Address, functionName: Decision, id: Hex): Call {
  return { to: vault, value: 0n, data: encodeFunctionData({ abi: vaultAbi, functionName, args: [id] }) };
}

const ALL = [...vaultAbi, ...anchorsAbi.filter(({ type }) => type === 'error'), ...fmcAbi];

/** Returns the function and arguments of calldata as a wallet shows them, decoded from it. */
export function describeData(data: Hex): string {
  const { functionName, args = [] } = decodeFunctionData({ abi: ALL, data });
  const shown = args.map((arg) => (functionName === 'announceChange' ? describeData(arg as Hex) : describe(arg)));
  return `${functionName}(${shown.join(', ')})`;
}

function describe(arg: unknown): string {
  if (typeof arg !== 'object' || arg === null) return String(arg);
  return `{${Object.entries(arg)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')}}`;
}
