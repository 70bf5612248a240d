import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Address } from 'viem';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { type SendOutcome, sendTransaction } from './send-transaction.ts';

/** Asks the account's wallet to collect from the vault, to itself. Returns the transaction's hash or the failure. */
export function collect(input: {
  readonly account: Address;
  readonly vault: Address;
  readonly token: Address;
}): Promise<SendOutcome> {
  const { account, vault, token } = input;
  const call = { abi: vaultAbi, address: vault, functionName: 'collect', args: [token, account] } as const;
  return sendTransaction({
    call: { ...call, account, chainId: activeChain.id },
    text: translate('assets.collect.waitingWallet'),
  });
}
