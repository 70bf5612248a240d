import { bytesToHex, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

/** An account of the local chain that holds JU from the first block on. Its key is public. */
export type DevAccount = { address: Hex; privateKey: Hex };

/** The well-known mnemonic of Hardhat and Anvil, so that wallets and tools know its accounts. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** Index of the account in each role; the crowd uses those from `firstOfCrowd` on. */
export const DEV_ROLES = {
  operator: 0,
  voucherSigner: 1,
  testWallet: 2,
  firstOperator: 3,
  secondOperator: 4,
  firstConsoleOperator: 5,
  secondConsoleOperator: 6,
  auditor: 7,
  guard: 8,
  scribe: 9,
  /** Its key is that of web push; the account is unused. */
  vapid: 59,
  firstOfCrowd: 10,
  phoneWallet: 250,
} as const;

/** Number of accounts that the local chain funds with JU. */
export const DEV_ACCOUNT_COUNT = 251;

/** Returns the account at the derivation path m/44'/60'/0'/0/index. */
export function devAccount(index: number): DevAccount {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: index });
  const key = account.getHdKey().privateKey;
  if (key === null) throw new Error('A mnemonic account always has its key.');
  return { address: account.address, privateKey: bytesToHex(key) };
}
