import { type FileHandle, open } from 'node:fs/promises';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { type Hex, isHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { usageError } from '../exit-codes.ts';
import { decryptKeystore, keystore } from './keystore.ts';

/** A key file has a few hundred bytes; larger ones are refused. */
const MOST_BYTES = 65_536;
const OTHERS = 0o077;

export type KeyFile = {
  readonly path: string;
  readonly texts: CommandLineTexts;
  /** Returns the password; called only for an encrypted keystore. */
  readonly askPassword: () => Promise<string>;
};

/**
 * Returns the account of a key file: a private key in hex, or an encrypted keystore (version 3). Throws for a file that
 * others can read, without a key, or with a wrong password; errors never contain the file's content.
 */
export async function readKeyFile({ path, texts, askPassword }: KeyFile): Promise<PrivateKeyAccount> {
  if (isPrivateKey(path)) throw usageError(texts.keyAsArgument);
  const text = (await readPrivateFile(path, texts)).trim();
  if (isPrivateKey(text)) return accountOf(withPrefix(text), { path, texts });
  const stored = keystore.safeParse(parseOrNull(text));
  if (!stored.success) throw usageError(texts.notAKey(path));
  const key = await decryptKeystore(stored.data, await askPassword());
  if (key === null) throw usageError(texts.wrongPassword(path));
  return accountOf(key, { path, texts });
}

/**
 * Returns the text of a file with a secret. Throws unless it is a regular file that belongs to the user and that others
 * can neither read nor write.
 */
export async function readPrivateFile(path: string, texts: CommandLineTexts): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    // Check the open file, not the path, which may be replaced at any time.
    const found = await file.stat();
    if (!found.isFile() || found.size > MOST_BYTES) throw usageError(texts.notAKey(path));
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    if (!isOwn || (process.platform !== 'win32' && (found.mode & OTHERS) !== 0)) {
      throw usageError(texts.fileNotPrivate(path));
    }
    return await file.readFile('utf8');
  } catch (error) {
    if (isSystemError(error)) throw usageError(`${path}: ${error.code}`);
    throw error;
  } finally {
    await file?.close();
  }
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

function isPrivateKey(text: string): boolean {
  return /^(0x)?[0-9a-fA-F]{64}$/.test(text);
}

function withPrefix(text: string): Hex {
  return isHex(text) ? text : `0x${text}`;
}

/** Zero and numbers not below the order of the curve are invalid keys. */
function accountOf(key: Hex, { path, texts }: Pick<KeyFile, 'path' | 'texts'>): PrivateKeyAccount {
  try {
    return privateKeyToAccount(key);
  } catch {
    throw usageError(texts.notAKey(path));
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
