import { useEffect } from 'react';
import { activeNetwork } from './active-chain.ts';
import { chainName } from './chain-name.ts';
import { disconnectWallet } from './disconnect-flow.ts';
import { isPhone } from './embedded-wallet.ts';
import { goThrough } from './go-through.ts';
import { usePairing } from './pairing-store.ts';
import { closePrompt, usePromptStore } from './prompt-store.ts';
import { prepareSignIn, signIn, useSignInText } from './sign-in-flow.ts';
import { expiryOf } from './sign-in-text.ts';
import { startWallet } from './start-wallet.ts';
import { stayOnCurrentChain, switchToActiveChain } from './switch-flow.ts';
import { useVisitor } from './use-visitor.ts';
import { useWalletChoices } from './use-wallet-choices.ts';
import { AuthorizeSheet } from './views/authorize-sheet.tsx';
import { ConnectSheet } from './views/connect-sheet.tsx';
import { StatusSheet } from './views/status-sheet.tsx';
import { SwitchSheet } from './views/switch-sheet.tsx';
import { useWalletStore } from './wallet-store.ts';
import { useWalletWait } from './wallet-wait.ts';

/**
 * Returns the sheets of connection and sign-in once all wallets are known: a wallet that appeared in the list later
 * would move the others under the finger.
 */
export async function prepareSessionPrompts(): Promise<typeof SessionPrompts> {
  await startWallet();
  return SessionPrompts;
}

/** The sheets of connection and sign-in; their code is fetched when the first one opens. */
function SessionPrompts() {
  const prompt = usePromptStore((state) => state.prompt);
  const wait = useWalletWait((state) => state.wait);
  const pairingUri = usePairing(({ pairing }) => pairing?.uri ?? null);
  const { address, chainId, walletName } = useWalletStore();
  const { canRead } = useVisitor();
  const { choices, choose } = useWalletChoices();
  const message = useMessageToSign(prompt === 'authorize', address);
  const current = chainId === undefined ? null : chainName(chainId);
  return (
    <>
      <ConnectSheet
        open={prompt === 'connect'}
        wallets={choices}
        wait={wait}
        pairingUri={pairingUri}
        isPhone={isPhone()}
        page={location.href}
        onChoose={choose}
        onBack={() => wait?.cancel()}
        onClose={dismissPrompt}
      />
      <SwitchSheet
        open={prompt === 'switch'}
        network={activeNetwork}
        current={current}
        isSignedIn={canRead}
        wait={wait}
        onSwitch={() => void switchToActiveChain().then(goThrough)}
        onStay={stayOnCurrentChain}
        onDisconnect={() => void disconnectWallet()}
        onClose={dismissPrompt}
      />
      <AuthorizeSheet
        open={prompt === 'authorize'}
        address={address ?? null}
        message={message}
        validUntil={message === null ? null : expiryOf(message)}
        site={location.host}
        wait={wait}
        onSign={() => void signIn()}
        onClose={dismissPrompt}
      />
      <StatusSheet
        open={prompt === 'status'}
        walletName={walletName}
        address={address ?? null}
        chainId={chainId ?? null}
        chainName={current}
        authorized={canRead}
        onDisconnect={() => void disconnectWallet()}
        onClose={dismissPrompt}
      />
    </>
  );
}

/** Fetches the message as soon as the sheet opens, and returns it; null until it arrives. */
function useMessageToSign(open: boolean, address: string | undefined): string | null {
  const text = useSignInText((state) => state.text);
  useEffect(() => {
    if (open && address !== undefined) void prepareSignIn();
  }, [open, address]);
  return text !== null && text.address === address ? text.message : null;
}

/** Closes the prompt and cancels its request to the wallet. */
function dismissPrompt(): void {
  closePrompt();
  useWalletWait.getState().wait?.cancel();
}
