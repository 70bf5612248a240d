import { useEffect, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { getConnectors, watchConnectors } from 'wagmi/actions';
import { activeChain } from './active-chain.ts';
import { useWalletWait } from './ask-wallet.ts';
import { chainName } from './chain-name.ts';
import { connectWallet } from './connect-flow.ts';
import { disconnectWallet } from './disconnect-flow.ts';
import { closePrompt, usePromptStore } from './prompt-store.ts';
import { signIn } from './sign-in-flow.ts';
import { startWallet } from './start-wallet.ts';
import { switchToActiveChain } from './switch-flow.ts';
import { useVisitor } from './use-visitor.ts';
import { AuthorizeSheet } from './views/authorize-sheet.tsx';
import { ConnectSheet } from './views/connect-sheet.tsx';
import { StatusSheet } from './views/status-sheet.tsx';
import { SwitchSheet } from './views/switch-sheet.tsx';
import { walletConfig } from './wallet-config.ts';
import { useWalletStore } from './wallet-store.ts';

/** The sheets of connection and sign-in; their code is fetched when the first one opens. */
export function SessionPrompts() {
  const prompt = usePromptStore((state) => state.prompt);
  const wait = useWalletWait((state) => state.wait);
  const { address, chainId, walletName } = useWalletStore();
  const { stage } = useVisitor();
  const { choices, choose } = useWalletChoices();
  useEffect(() => void startWallet(), []);
  return (
    <>
      <ConnectSheet
        open={prompt === 'connect'}
        wallets={choices}
        wait={wait}
        onChoose={choose}
        onClose={dismissPrompt}
      />
      <SwitchSheet
        open={prompt === 'switch'}
        network={activeChain}
        current={chainId === undefined ? null : chainName(chainId)}
        wait={wait}
        onSwitch={() => void switchToActiveChain()}
        onDisconnect={() => void disconnectWallet()}
        onClose={dismissPrompt}
      />
      <AuthorizeSheet
        open={prompt === 'authorize'}
        address={address ?? null}
        wait={wait}
        onSign={() => void signIn()}
        onClose={dismissPrompt}
      />
      <StatusSheet
        open={prompt === 'status'}
        walletName={walletName}
        address={address ?? null}
        chainId={chainId ?? null}
        chainName={chainId === undefined ? null : chainName(chainId)}
        authorized={stage === 'authorized'}
        onDisconnect={() => void disconnectWallet()}
        onClose={dismissPrompt}
      />
    </>
  );
}

/** Closes the prompt and cancels what it was asking the wallet for. */
function dismissPrompt(): void {
  closePrompt();
  useWalletWait.getState().wait?.cancel();
}

/** Wallets announce themselves (EIP-6963), also while the list is open. */
const followConnectors = (onChange: () => void) => watchConnectors(walletConfig, { onChange });
const listConnectors = () => getConnectors(walletConfig);

function useWalletChoices() {
  const t = useTranslations('session.connectPrompt');
  const connectors = useSyncExternalStore(followConnectors, listConnectors);
  // `injected` is listed only when it exists and no wallet has announced itself.
  const announced = connectors.filter((connector) => connector.id !== 'injected');
  const hasInjected = 'ethereum' in window && window.ethereum !== undefined;
  const offered = announced.length > 0 || !hasInjected ? announced : connectors;
  const choices = offered.map((connector) => ({
    id: connector.uid,
    name: connector.id === 'injected' ? t('browserWallet') : connector.name,
    icon: connector.icon?.startsWith('data:image/') ? connector.icon : null,
  }));
  const choose = (uid: string) => {
    const connector = offered.find((candidate) => candidate.uid === uid);
    if (connector !== undefined) void connectWallet(connector);
  };
  return { choices, choose };
}
