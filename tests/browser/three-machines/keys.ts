import { chainById } from '@city-mint/chain-contract/chains';
import type { SystemRoles } from '@city-mint/devnet/deployment';
import { createTestClient, type Hex, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { CHAIN_ID } from '../system/system-addresses.ts';

/** The keys of the system's own accounts, by the process that holds them; production refuses those of development. */
export type TrialKeys = {
  readonly worker: { readonly VOUCHER_SIGNER_KEY: Hex; readonly SCRIBE_KEY: Hex };
  readonly auditor: { readonly AUDITOR_KEY: Hex; readonly GUARD_KEY: Hex };
};

/** Generates the keys of one trial. */
export function generateKeys(): TrialKeys {
  return {
    worker: { VOUCHER_SIGNER_KEY: generatePrivateKey(), SCRIBE_KEY: generatePrivateKey() },
    auditor: { AUDITOR_KEY: generatePrivateKey(), GUARD_KEY: generatePrivateKey() },
  };
}

/** Returns the roles of the contracts' deployment for these keys. */
export function rolesOf({ worker, auditor }: TrialKeys): SystemRoles {
  return {
    signer: privateKeyToAddress(worker.VOUCHER_SIGNER_KEY),
    scribe: privateKeyToAddress(worker.SCRIBE_KEY),
    auditor: privateKeyToAddress(auditor.AUDITOR_KEY),
    guard: privateKeyToAddress(auditor.GUARD_KEY),
  };
}

/** Pays the accounts that send transactions their gas. */
export async function fundRoles(rpcUrl: string, keys: TrialKeys): Promise<void> {
  const { signer, scribe, guard } = rolesOf(keys);
  const node = createTestClient({ mode: 'anvil', chain: chainById(CHAIN_ID, { rpcUrl }), transport: http(rpcUrl) });
  for (const address of [signer, scribe, guard]) await node.setBalance({ address, value: parseEther('1000') });
}
