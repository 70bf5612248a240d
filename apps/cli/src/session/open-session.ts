import { type Answer, type Client, createClient, NetworkError } from '@city-mint/api-contract/client';
import type { EndpointKey, RequestOf } from '@city-mint/api-contract/endpoints';
import { CODES } from '@city-mint/api-contract/envelope';
import type { OperatorSigner } from '@city-mint/api-contract/operator-client/sign-request';
import { isAddressEqual } from 'viem';
import { CommandError, EXIT, usageError } from '../exit-codes.ts';
import { missingSetting, type Settings } from '../options/settings.ts';
import type { Account } from '../signing/rpc-account.ts';
import type { Terminal } from '../terminal.ts';
import { openAccount } from './open-account.ts';
import { otherChain, signIn } from './sign-in.ts';
import { deleteSession, listSessions, type StoredSession } from './stored-sessions.ts';

/** An operator's calls during a command. */
export type Session = {
  readonly address: string;
  readonly chainId: number;
  readonly opsUrl: string;
  readonly expiresAt: number;
  /** Calls the server; signs in again once if the session has ended. Throws `NetworkError` without an answer. */
  readonly call: Client['call'];
  /** Returns the signer. Throws if none is configured. */
  readonly signer: () => Promise<OperatorSigner>;
  /** Signs out unless the session is stored; resolves afterwards. */
  readonly end: () => Promise<void>;
};

type Opening = { readonly settings: Settings; readonly terminal: Terminal };

/**
 * Returns the calls of an operator: with the stored session, or by signing in for this command only. With `signs` the
 * session belongs to the signer.
 */
export async function openSession(
  { settings, terminal }: Opening,
  { signs }: { readonly signs: boolean },
): Promise<Session> {
  const { opsUrl } = settings;
  if (opsUrl === null) throw missingSetting(settings, '--ops-url');
  if (signs && settings.vault === null) throw missingSetting(settings, '--vault');
  let account: Account | null = signs ? await openAccount(settings, terminal) : null;
  const theAccount = async () => {
    account ??= await openAccount(settings, terminal);
    return account;
  };
  let token: string | null = null;
  const client = createOpsClient(settings, opsUrl, () => token);
  const enter = async () => {
    token = null;
    return signIn({ client, account: await theAccount(), settings, opsUrl });
  };
  const stored = await findSession({ settings, terminal }, { opsUrl, account, openOwn: theAccount });
  let session = stored ?? (await enter());
  if (settings.chainId !== null && session.chainId !== settings.chainId) throw otherChain(settings, session.chainId);
  token = session.token;

  async function call<Key extends EndpointKey>(key: Key, request: RequestOf<Key>): Promise<Answer<Key>> {
    const answer = await client.call(key, request);
    if (answer.ok || answer.code !== CODES.loggedOut) return answer;
    if (stored !== null) await deleteSession(terminal.env, stored);
    if (account === null && settings.keyFile === null && settings.signerUrl === null) {
      throw new CommandError(EXIT.refused, { error: answer.error, message: settings.texts.sessionEnded });
    }
    session = await enter();
    token = session.token;
    return client.call(key, request);
  }

  return {
    ...{ address: session.address, chainId: session.chainId, opsUrl, expiresAt: session.expiresAt, call },
    async signer() {
      const { vault } = settings;
      if (vault === null) throw missingSetting(settings, '--vault');
      return { account: await theAccount(), chainId: session.chainId, vault };
    },
    async end() {
      if (session === stored) return;
      await client.call('POST /api/ops/logout', {}).catch(ignoreLostAnswer);
    },
  };
}

/** Returns a client that sends the current token. */
export function createOpsClient(
  { lang, timeoutMs }: Settings,
  baseUrl: string,
  token: () => string | null = () => null,
): Client {
  return createClient({ baseUrl, fetch: globalThis.fetch, token, lang: () => lang, timeoutMs });
}

/** Ignores a failed sign-out: the session of one command expires anyway. */
function ignoreLostAnswer(error: unknown): void {
  if (!(error instanceof NetworkError)) throw error;
}

type Finding = {
  readonly opsUrl: string;
  readonly account: Account | null;
  readonly openOwn: () => Promise<Account>;
};

async function findSession(
  { settings, terminal }: Opening,
  { opsUrl, account, openOwn }: Finding,
): Promise<StoredSession | null> {
  const { texts } = settings;
  const all = await listSessions(terminal.env, { opsUrl, texts });
  if (all.length === 0) return null;
  // A key file selects its owner's session, not the last one that signed in.
  const isByKey = settings.account === null && settings.keyFile !== null;
  const wanted = account?.address ?? settings.account ?? (isByKey ? (await openOwn()).address : null);
  const own = wanted === null ? all : all.filter(({ address }) => isAddressEqual(address, wanted));
  if (own.length > 1) throw usageError(texts.severalSessions);
  return own[0] ?? null;
}
