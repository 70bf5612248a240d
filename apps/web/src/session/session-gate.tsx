import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { activeChain } from './active-chain.ts';
import { openPrompt } from './prompt-store.ts';
import { preloadPrompts } from './session-region.tsx';
import { useVisitor } from './use-visitor.ts';

/** Shows its content to a signed-in user; to others, what is missing and a button for the next step. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('session');
  const { stage, canRead } = useVisitor();
  if (stage === 'wrong-chain' && canRead) return <ReadOnly>{children}</ReadOnly>;
  switch (stage) {
    case 'authorized':
      return children;
    case 'connecting':
      return <SkeletonRows />;
    case 'disconnected':
      return (
        <EmptyState
          icon="wallet"
          title={t('notConnected')}
          text={t('gateConnectText')}
          action={
            <Button onPointerEnter={preloadPrompts} onClick={() => openPrompt('connect')}>
              {t('connectWallet')}
            </Button>
          }
        />
      );
    case 'wrong-chain':
      return (
        <EmptyState
          icon="swap"
          title={t('wrongNetwork')}
          text={t('gateSwitchText', { network: activeChain.name })}
          action={<Button onClick={() => openPrompt('switch')}>{t('switchNetwork')}</Button>}
        />
      );
    case 'connected':
      return (
        <EmptyState
          icon="shield"
          title={t('notAuthorized')}
          text={t('gateAuthorizeText')}
          action={<Button onClick={() => openPrompt('authorize')}>{t('authorize')}</Button>}
        />
      );
  }
}

/** For a wallet on another chain that is signed in: everything can be read. */
function ReadOnly({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('session');
  return (
    <>
      <Notice kind="pending">
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0">{t('readOnly', { network: activeChain.name })}</span>
          <Button kind="plain" size="small" className="shrink-0" onClick={() => openPrompt('switch')}>
            {t('switchNetwork')}
          </Button>
        </div>
      </Notice>
      {children}
    </>
  );
}
