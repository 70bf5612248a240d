import { bytesToHex, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

/** An account of the local chain that holds JU from the first block on. Its key is known to everybody. */
export type DevAccount = { address: Hex; privateKey: Hex };

/** The mnemonic every local chain in the field uses, so that wallets and tools know its accounts. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** Which account plays which part; the crowd has all from `firstOfCrowd` on. */
export const DEV_ROLES = { operator: 0, voucherSigner: 1, testWallet: 2, scribe: 9, firstOfCrowd: 10 } as const;

/** How many accounts the local chain gives JU to. */
export const DEV_ACCOUNT_COUNT = 60;

/** The account with this index on the path m/44'/60'/0'/0/index. */
export function devAccount(index: number): DevAccount {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: index });
  const key = account.getHdKey().privateKey;
  if (key === null) throw new Error('A mnemonic account always has its key.');
  return { address: account.address, privateKey: bytesToHex(key) };
}
