import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import type { Address } from 'viem';
import { z } from 'zod';
import { readPrivateFile } from '../signing/key-file.ts';

const storedSession = z.object({
  opsUrl: z.string(),
  address: z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)),
  chainId: z.int(),
  token: z.string(),
  expiresAt: z.int(),
});

/** A session for later commands; its token allows reads and cannot sign. */
export type StoredSession = z.output<typeof storedSession>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the sessions: below XDG_STATE_HOME, or ~/.local/state. */
export function sessionFolder(env: Environment): string {
  const state = env['XDG_STATE_HOME'];
  const base = state !== undefined && isAbsolute(state) ? state : join(env['HOME'] ?? homedir(), '.local', 'state');
  return join(base, 'city-mint', 'sessions');
}

/** Stores a session in a file that only its owner can read, replacing an older one; resolves once it is written. */
export async function storeSession(env: Environment, session: StoredSession): Promise<void> {
  const folder = sessionFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const path = join(folder, nameOf(session));
  const written = `${path}.${randomUUID()}`;
  await writeFile(written, JSON.stringify(session), { mode: 0o600, flag: 'wx' });
  await rename(written, path);
}

/** Deletes a session; resolves afterwards. */
export async function deleteSession(env: Environment, session: StoredSession): Promise<void> {
  await rm(join(sessionFolder(env), nameOf(session)), { force: true });
}

/** Returns the active sessions at a server. Throws for a file that others can read. */
export async function listSessions(
  env: Environment,
  { opsUrl, texts }: { readonly opsUrl: string; readonly texts: CommandLineTexts },
): Promise<StoredSession[]> {
  const folder = sessionFolder(env);
  const names = await readdir(folder).catch(() => []);
  const found: StoredSession[] = [];
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const parsed = storedSession.safeParse(parseOrNull(await readPrivateFile(join(folder, name), texts)));
    if (parsed.success && parsed.data.opsUrl === opsUrl && parsed.data.expiresAt > Date.now()) found.push(parsed.data);
  }
  return found;
}

function nameOf({ opsUrl, address }: Pick<StoredSession, 'opsUrl' | 'address'>): string {
  return `${createHash('sha256').update(`${opsUrl} ${address}`).digest('hex').slice(0, 32)}.json`;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
