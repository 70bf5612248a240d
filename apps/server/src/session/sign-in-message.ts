import { type Address, getAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { SignInScope } from './store/sign-in-texts.ts';

/** The sentence that the wallet shows above the fields; EIP-4361 allows only ASCII. */
const SIGN_IN_STATEMENTS = {
  participant: 'Sign in to City Mint. This sends no transaction, costs nothing and moves no money.',
  operator: 'Sign in to City Mint AS AN OPERATOR. This sends no transaction, costs nothing and moves no money.',
} as const;

export type SignInText = {
  readonly scope: SignInScope;
  readonly address: Address;
  readonly chainId: number;
  readonly domain: string;
  readonly uri: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/** Returns the EIP-4361 text of a sign-in. Only the server composes it, and later verifies exactly this text. */
export function signInMessage(text: SignInText): string {
  return createSiweMessage({
    version: '1',
    statement: SIGN_IN_STATEMENTS[text.scope],
    address: getAddress(text.address),
    chainId: text.chainId,
    domain: text.domain,
    uri: text.uri,
    nonce: text.nonce,
    issuedAt: text.issuedAt,
    expirationTime: text.expiresAt,
  });
}
