import { expandSignature } from '@city-mint/api-contract/key-signature';
import { isSignedBy, type SignedAction } from '@city-mint/api-contract/operator/action-signature';
import type { OperatorSigner } from '@city-mint/api-contract/operator-client/sign-request';
import { readWalletError } from '@city-mint/client/read-wallet-error.ts';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import {
  type Address,
  createWalletClient,
  http,
  isAddressEqual,
  ProviderRpcError,
  RpcError,
  RpcRequestError,
  recoverMessageAddress,
} from 'viem';
import { CommandError, EXIT } from '../exit-codes.ts';

/** Signer of an operator's actions and of the text of a sign-in. */
export type Account = OperatorSigner['account'] & {
  readonly signMessage: (text: { readonly message: string }) => Promise<`0x${string}`>;
};

/** Time limit of a signature. The user first reads the data on a hardware wallet. */
const SIGN_MS = 300_000;

/**
 * Returns an account whose wallet signs over JSON-RPC (`personal_sign`, `eth_signTypedData_v4`): Frame, Clef or any
 * other. It refuses a signature of another account.
 */
export function openRpcAccount(
  url: string,
  { address, texts }: { readonly address: Address; readonly texts: CommandLineTexts },
): Account {
  const wallet = createWalletClient({ account: address, transport: http(url, { timeout: SIGN_MS, retryCount: 0 }) });
  async function signed(sign: () => Promise<`0x${string}`>, isOwn: (signature: `0x${string}`) => Promise<boolean>) {
    const signature = expandSignature(
      await sign().catch((error: unknown) => {
        throw signerError(error, texts);
      }),
    );
    if (await isOwn(signature).catch(() => false)) return signature;
    throw new CommandError(EXIT.refused, { error: 'signed-by-another', message: texts.signedByAnother(address) });
  }
  const signTypedData = (typed: SignedAction) =>
    signed(
      () => wallet.signTypedData({ ...typed, account: address }),
      (signature) => isSignedBy(address, typed, signature),
    );
  return {
    address,
    // Operators sign only actions, whose types are texts and lists of texts.
    signTypedData: signTypedData as unknown as Account['signTypedData'],
    signMessage: ({ message }) =>
      signed(
        () => wallet.signMessage({ message }),
        async (signature) => isAddressEqual(await recoverMessageAddress({ message, signature }), address),
      ),
  };
}

function signerError(error: unknown, texts: CommandLineTexts): CommandError {
  const refusal = errorsBelow(error).find(isAnswer);
  if (refusal === undefined) {
    return new CommandError(EXIT.unanswered, { error: 'signer-unreachable', message: texts.signerUnreachable });
  }
  const isRejected = readWalletError(error) === 'rejected';
  const message = isRejected ? texts.rejectedInWallet : texts.signerRefused(shortMessage(refusal));
  return new CommandError(EXIT.refused, { error: 'wallet-refused', message });
}

/** Returns whether the error is the wallet's own answer. */
function isAnswer(error: Error): error is RpcError | ProviderRpcError | RpcRequestError {
  return error instanceof RpcError || error instanceof ProviderRpcError || error instanceof RpcRequestError;
}

/** Returns an error and every nested one below it. */
function errorsBelow(error: unknown): Error[] {
  return error instanceof Error ? [error, ...errorsBelow(error.cause)] : [];
}

function shortMessage(error: RpcError | ProviderRpcError | RpcRequestError): string {
  return error.details.replace(/\s+/g, ' ');
}
