import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { type ConfirmedProposal, signedAction } from '@city-mint/api-contract/operator/signed-action';
import { DEFAULT_CHAIN_ID } from '@city-mint/chain-contract/chains';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { TEST_VAULT } from '../setup/test-vault.ts';

/** A signer's statements about an action, true or not. */
export type Said = {
  readonly chainId: number;
  readonly vault: Address;
  readonly operator: string;
  readonly reason: string;
  readonly requestId: string;
  readonly issuedAt: number;
  readonly version: string;
  readonly confirms?: ConfirmedProposal;
};

/** An action's endpoint and the fields of its request, without reason and signature. */
export type Unsigned = { readonly key: OperatorActionKey; readonly fields: object };

/**
 * Signs an action with any signer and statements. Returns the fields of the signature for a request. Fields that the
 * endpoint refuses are signed unchanged.
 */
export async function signAction(account: PrivateKeyAccount, { key, fields }: Unsigned, said: Partial<Said> = {}) {
  const parsed = operatorActions[key].request.safeParse({ ...fields, ...UNSIGNED });
  const signing = {
    chainId: DEFAULT_CHAIN_ID,
    vault: TEST_VAULT,
    operator: account.address,
    reason: 'because it is tested',
    requestId: crypto.randomUUID(),
    issuedAt: Date.now(),
    version: UNSIGNED.version,
    ...said,
  };
  const signed = signedAction({ key, fields: parsed.success ? parsed.data : fields }, signing, said.confirms);
  const { reason, requestId, issuedAt, version } = signing;
  return { reason, requestId, issuedAt, version, signature: await account.signTypedData(signed) };
}
