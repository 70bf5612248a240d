import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { activeChain } from './active-chain.ts';
import { openPrompt } from './prompt-store.ts';
import { preloadPrompts } from './session-region.tsx';
import { useVisitor } from './use-visitor.ts';
import type { SampleKind } from './views/gate-sample.tsx';

/** Apart, since a signed-in user never sees it. */
const SAMPLE = lazyCode([], async () => (await import('./views/gate-sample.tsx')).GateSample);

type SessionGateProps = {
  readonly children: ReactNode;
  /** The shape of the screen that is shown behind the gate. */
  readonly sample?: SampleKind;
  /** Describes what the user sees here once signed in. */
  readonly text: string;
};

/** Shows its content to a signed-in user; to others a sample of it, the missing condition, and the next step. */
export function SessionGate({ children, sample = 'list', text }: SessionGateProps) {
  const t = useTranslations('session');
  const { stage, canRead } = useVisitor();
  if (stage === 'wrong-chain' && canRead) return <ReadOnly>{children}</ReadOnly>;
  if (stage === 'authorized') return children;
  if (stage === 'connecting') return <SkeletonRows />;
  const { icon, title, note, prompt, action } = GATES[stage];
  return (
    <div className="relative">
      <Sample kind={sample} />
      <p className="absolute top-3 right-3 rounded-full bg-surface px-2.5 py-0.5 text-xs font-medium text-muted shadow-card">
        {t('example')}
      </p>
      <div className="relative -mt-[1.7rem] flex animate-rise flex-col items-center gap-2 rounded-2xl bg-surface px-6 py-6 text-center shadow-float">
        <span className="inline-flex size-14 items-center justify-center rounded-full bg-accent-soft text-xl text-accent-ink">
          <Icon name={icon} />
        </span>
        <p className="font-display text-lg font-semibold">{t(title)}</p>
        <p className="text-sm">{text}</p>
        <p className="text-sm text-muted">{t(note, { network: activeChain.name })}</p>
        <Button className="mt-2 w-full" onPointerEnter={preloadPrompts} onClick={() => openPrompt(prompt)}>
          {t(action)}
        </Button>
      </div>
    </div>
  );
}

/** The sample once its code is there; its place without it. */
function Sample({ kind }: { readonly kind: SampleKind }) {
  const status = useLazyCode(SAMPLE);
  return status.kind === 'ready' ? <status.part kind={kind} /> : <div className="h-[4.3rem]" />;
}

const GATES = {
  disconnected: {
    icon: 'wallet',
    title: 'notConnected',
    note: 'gateConnectText',
    prompt: 'connect',
    action: 'connectWallet',
  },
  'wrong-chain': {
    icon: 'swap',
    title: 'wrongNetwork',
    note: 'gateSwitchText',
    prompt: 'switch',
    action: 'switchNetwork',
  },
  connected: {
    icon: 'shield',
    title: 'notAuthorized',
    note: 'gateAuthorizeText',
    prompt: 'authorize',
    action: 'authorize',
  },
} as const;

/** For a signed-in wallet on another chain, which can read everything. */
function ReadOnly({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('session');
  return (
    <>
      <Notice kind="pending">
        <div className="pair items-center">
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
