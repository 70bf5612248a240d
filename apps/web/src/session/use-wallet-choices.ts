import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Connector } from 'wagmi';
import { getConnectors, watchConnectors } from 'wagmi/actions';
import { connectWallet } from './connect-flow.ts';
import { DEMO_RDNS } from './demo-rdns.ts';
import { isEmbedded } from './embedded-wallet.ts';
import type { WalletChoice } from './views/connect-sheet.tsx';
import { walletConfig } from './wallet-config.ts';

/** Wallets announce themselves (EIP-6963), also while the list is open. */
const followConnectors = (onChange: () => void) => watchConnectors(walletConfig, { onChange });
const listConnectors = () => getConnectors(walletConfig);

/** Returns the available wallets, and the function that connects one by its id. */
export function useWalletChoices() {
  const t = useTranslations();
  const connectors = useSyncExternalStore(followConnectors, listConnectors);
  const offered = offeredConnectors(connectors);
  const nameOf = ({ id, name }: Connector) => {
    if (id === DEMO_RDNS) return t('wallet.connect.demo');
    return id === 'injected' ? t('wallet.connectPrompt.browserWallet') : name;
  };
  const choices = offered.map(
    (connector): WalletChoice => ({
      id: connector.uid,
      name: nameOf(connector),
      icon: connector.icon?.startsWith('data:image/') ? connector.icon : null,
      kind: connector.id === 'walletConnect' ? 'relayed' : connector.id === DEMO_RDNS ? 'demo' : 'detected',
    }),
  );
  const choose = (uid: string) => {
    const connector = offered.find((candidate) => candidate.uid === uid);
    if (connector !== undefined) void connectWallet(connector);
  };
  return { choices, choose };
}

/**
 * Returns WalletConnect first, so that wallets of this browser that announce themselves later move no entry; in a
 * wallet app's browser, only that app's wallet.
 */
function offeredConnectors(connectors: readonly Connector[]): readonly Connector[] {
  const announced = connectors.filter(({ id }) => id !== 'injected' && id !== 'walletConnect');
  const injected = connectors.filter(
    ({ id }) => id === 'injected' && 'ethereum' in window && window.ethereum !== undefined,
  );
  // With announcements, `window.ethereum` is a duplicate of an announced wallet; without them it is a separate one.
  const isOnlyDemo = announced.every(({ id }) => id === DEMO_RDNS);
  const detected = isOnlyDemo ? [...injected, ...announced] : announced;
  if (isEmbedded()) return detected;
  return [...connectors.filter(({ id }) => id === 'walletConnect'), ...detected];
}
