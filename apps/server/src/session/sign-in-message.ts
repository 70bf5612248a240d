import type { Address } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { SessionScope } from '#platform/http/handler.ts';

/** What the wallet shows above the fields; EIP-4361 allows ASCII alone. */
const STATEMENTS = {
  participant: 'Sign in to City Mint. This sends no transaction, costs nothing and moves no money.',
  operator: 'Sign in to City Mint AS AN OPERATOR. This sends no transaction, costs nothing and moves no money.',
} as const;

export type SignInText = {
  readonly scope: SessionScope;
  readonly address: Address;
  readonly chainId: number;
  readonly domain: string;
  readonly uri: string;
  /** 32 hex digits. */
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** The EIP-4361 text of a sign-in, all of it the server's own words: what is verified later is exactly this text. */
export function signInMessage(text: SignInText): string {
  return createSiweMessage({
    version: '1',
    statement: STATEMENTS[text.scope],
    address: text.address,
    chainId: text.chainId,
    domain: text.domain,
    uri: text.uri,
    nonce: text.nonce,
    issuedAt: text.issuedAt,
    expirationTime: text.expiresAt,
  });
}
