import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';
import { fetchTextOverrides } from '#platform/i18n/fetch-text-overrides.ts';
import { showChosenLanguage } from '#platform/i18n/language-store.ts';
import { TextProvider } from '#platform/i18n/text-provider.tsx';
import { queryClient } from '#platform/query-client.ts';
import { followOtherTabs } from '#platform/session-store.ts';
import { applyTheme } from '#platform/theme-store.ts';
import { connectEmbeddedWallet } from '#session/embedded-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { watchConnection } from '#session/watch-connection.ts';
import { router } from './router.ts';
import './styles.css';

async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  followOtherTabs();
  watchConnection();
  connectEmbeddedWallet();
  await showChosenLanguage();
  const tree = (
    <StrictMode>
      <WagmiProvider config={walletConfig}>
        <QueryClientProvider client={queryClient}>
          <TextProvider>
            <RouterProvider router={router} />
          </TextProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>
  );
  // As a transition the first screen is made in short slices, between which a slow phone still answers to touch.
  startTransition(() => createRoot(root).render(tree));
  await fetchTextOverrides();
}

const root = document.getElementById('root');
if (root !== null) void start(root);
