import type { Client } from '@city-mint/api-contract/client';
import { isAddressEqual } from 'viem';
import { parseSiweMessage } from 'viem/siwe';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { Settings } from '../options/settings.ts';
import { refusedError } from '../output/refused-error.ts';
import type { Account } from '../signing/rpc-account.ts';
import type { StoredSession } from './stored-sessions.ts';

type SigningIn = {
  readonly client: Client;
  readonly account: Account;
  readonly settings: Settings;
  readonly opsUrl: string;
};

/**
 * Signs in and returns the session. Nothing is signed but the text that was asked for: a server that is not the
 * operators' own could otherwise have a sign-in elsewhere signed, or one for another chain.
 */
export async function signIn({ client, account, settings, opsUrl }: SigningIn): Promise<StoredSession> {
  const { texts } = settings;
  const domain = settings.domain ?? new URL(opsUrl).host;
  const uri = `${isWithoutName(domain) ? 'http' : 'https'}://${domain}/`;
  const place = { eth_address: account.address, domain, uri };
  const text = await client.call('POST /api/ops/signMessage', place);
  if (!text.ok) throw refusedError(text);
  const { message, nonce } = text.data;
  const said = parseSiweMessage(message);
  const isOwn = said.address !== undefined && isAddressEqual(said.address, account.address);
  const isAsked = said.domain === domain && said.uri === uri && said.nonce === nonce;
  if (!isOwn || !isAsked || said.chainId === undefined || !message.includes(' AS AN OPERATOR.')) {
    throw new CommandError(EXIT.refused, { error: 'strange-sign-in', message: texts.strangeSignIn });
  }
  if (settings.chainId !== null && said.chainId !== settings.chainId) throw otherChain(settings, said.chainId);
  const session = await client.call('POST /api/ops/login', { sign_hex: await account.signMessage({ message }), nonce });
  if (!session.ok) throw refusedError(session);
  const { token, expiresAt } = session.data;
  return { opsUrl, address: account.address, chainId: said.chainId, token, expiresAt };
}

/** Returns the error of a server of another chain than the one that the settings name. */
export function otherChain({ texts, chainId }: Settings, found: number): CommandError {
  const message = texts.otherChain(String(found), String(chainId));
  return new CommandError(EXIT.refused, { error: 'other-chain', message });
}

/** Whether there is no certificate for it, so that its page is read over http. */
function isWithoutName(domain: string): boolean {
  return /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(domain);
}
