import { useTranslations } from 'use-intl';
import { useConnection, useConnectors } from 'wagmi';
import { activeChain } from './active-chain.ts';
import { useWalletWait } from './ask-wallet.ts';
import { chainName } from './chain-name.ts';
import { connectWallet } from './connect-flow.ts';
import { closePrompt, usePromptStore } from './prompt-store.ts';
import { signIn } from './sign-in-flow.ts';
import { disconnectWallet } from './sign-out-flow.ts';
import { switchToActiveChain } from './switch-flow.ts';
import { useVisitor } from './use-visitor.ts';
import { AuthorizeSheet } from './views/authorize-sheet.tsx';
import { ConnectSheet } from './views/connect-sheet.tsx';
import { StatusSheet } from './views/status-sheet.tsx';
import { SwitchSheet } from './views/switch-sheet.tsx';

/** The sheets of connection and sign-in; their code is fetched when the first one opens. */
export function SessionPrompts() {
  const prompt = usePromptStore((state) => state.prompt);
  const wait = useWalletWait((state) => state.wait);
  const { address, chainId, connector } = useConnection();
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
        walletName={connector?.name ?? null}
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

function useWalletChoices() {
  const t = useTranslations('session.connectPrompt');
  const connectors = useConnectors();
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
