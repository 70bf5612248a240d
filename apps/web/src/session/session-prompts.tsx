import { useTranslations } from 'use-intl';
import { useConnection, useConnectors } from 'wagmi';
import { activeChain } from './active-chain.ts';
import { useWalletWait } from './ask-wallet.ts';
import { connectWallet } from './connect-flow.ts';
import { disconnectWallet } from './disconnect-flow.ts';
import { dismissPrompt } from './dismiss-prompt.ts';
import { usePromptStore } from './prompt-store.ts';
import { signIn } from './sign-in-flow.ts';
import { switchToActiveChain } from './switch-flow.ts';
import { useVisitor } from './use-visitor.ts';
import { AuthoriseSheet } from './views/authorise-sheet.tsx';
import { ConnectSheet } from './views/connect-sheet.tsx';
import { StatusSheet } from './views/status-sheet.tsx';
import { SwitchSheet } from './views/switch-sheet.tsx';

/** The sheets of connection and login, whichever is called for; fetched when the first one opens. */
export function SessionPrompts() {
  const prompt = usePromptStore((state) => state.prompt);
  const wait = useWalletWait((state) => state.wait);
  const { address, chainId, chain, connector } = useConnection();
  const { stage } = useVisitor();
  const { choices, choose } = useWalletChoices();
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
        currentChainId={chainId ?? null}
        wait={wait}
        onSwitch={() => void switchToActiveChain()}
        onDisconnect={() => void disconnectWallet()}
        onClose={dismissPrompt}
      />
      <AuthoriseSheet
        open={prompt === 'authorise'}
        address={address ?? null}
        wait={wait}
        onSign={() => void signIn()}
        onClose={dismissPrompt}
      />
      <StatusSheet
        open={prompt === 'status'}
        walletName={connector?.name ?? null}
        address={address ?? null}
        chainId={chainId ?? null}
        chainName={chain?.name ?? null}
        authorised={stage === 'authorised'}
        onDisconnect={() => void disconnectWallet()}
        onClose={dismissPrompt}
      />
    </>
  );
}

function useWalletChoices() {
  const t = useTranslations('session.connectPrompt');
  const connectors = useConnectors();
  // The app's own injected wallet stands in the list only where no wallet has announced itself, and only if it is there.
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
