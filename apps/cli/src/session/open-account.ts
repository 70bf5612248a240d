import { isAddressEqual } from 'viem';
import { usageError } from '../exit-codes.ts';
import type { Settings } from '../options/settings.ts';
import { readKeyFile, readPrivateFile } from '../signing/key-file.ts';
import { type Account, openRpcAccount } from '../signing/rpc-account.ts';
import type { Terminal } from '../terminal.ts';

/** Returns the account that signs: that of the key file, or of the wallet behind an RPC. Throws where none is named. */
export async function openAccount(settings: Settings, terminal: Terminal): Promise<Account> {
  const { keyFile, signerUrl, account, texts } = settings;
  if (keyFile !== null && signerUrl !== null) throw usageError(texts.twoSigners);
  if (signerUrl !== null) {
    if (account === null) throw usageError(texts.accountMissing);
    return openRpcAccount(signerUrl, { address: account, texts });
  }
  if (keyFile === null) throw usageError(texts.noSigner);
  const askPassword = () => readPassword(settings, { terminal, keyFile });
  const own = await readKeyFile({ path: keyFile, texts, askPassword });
  if (account !== null && !isAddressEqual(account, own.address)) throw usageError(texts.accountNotOfKey(own.address));
  return own;
}

/** The password is the first line of its file. */
async function readPassword(
  { passwordFile, texts }: Settings,
  { terminal, keyFile }: { readonly terminal: Terminal; readonly keyFile: string },
): Promise<string> {
  if (passwordFile !== null) {
    const [line = ''] = (await readPrivateFile(passwordFile, texts)).split(/\r?\n/);
    return line;
  }
  if (!terminal.isInteractive) throw usageError(texts.passwordNeeded(keyFile));
  return terminal.askSecret(texts.passwordOf(keyFile));
}
