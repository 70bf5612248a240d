import { releaseOfPage } from '@city-mint/client/page-release.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { buildSettings } from '#platform/build-settings.ts';
import { useLiveStore } from '#platform/live-store.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { useWalletStore } from '#session/wallet-store.ts';
import { copyText } from '#ui/copy-text.ts';
import { type RecordedCall, useCallLog } from './call-log.ts';

/**
 * Information for finding faults: versions, chain, wallet, stage and the latest calls, to read and copy. No secrets.
 */
export function DiagnosticsOverlay() {
  const t = useTranslations('diagnostics');
  const [isOpen, setIsOpen] = useState(false);
  const facts = useFacts();
  const { calls } = useCallLog();
  if (!isOpen) {
    return (
      <aside aria-label={t('title')} className="fixed top-1/2 left-1 z-50">
        <IconButton
          icon="info"
          label={t('show')}
          className="bg-hero text-hero-ink shadow-float"
          onClick={() => setIsOpen(true)}
        />
      </aside>
    );
  }
  const report = [...facts.map(({ label, value }) => `${label}: ${value}`), '', ...calls.map(lineOf)].join('\n');
  return (
    <aside
      aria-label={t('title')}
      className="fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[70dvh] max-w-[4.8rem] flex-col gap-3 rounded-t-2xl bg-surface p-4 text-ink shadow-float"
    >
      <div className="flex items-center justify-between">
        <h2 className="font-display text-lg font-semibold">{t('title')}</h2>
        <IconButton icon="close" label={t('hide')} onClick={() => setIsOpen(false)} />
      </div>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto">
        <KeyValues rows={facts} />
        <h3 className="text-sm font-semibold">{t('calls')}</h3>
        {calls.length === 0 ? (
          <p className="text-sm text-muted">{t('noCalls')}</p>
        ) : (
          <ol className="flex flex-col gap-1.5 font-mono text-xs wrap-anywhere">
            {calls.map((call) => (
              <li key={`${call.at} ${call.path} ${call.requestId}`}>{lineOf(call)}</li>
            ))}
          </ol>
        )}
        <p className="text-xs text-muted">{t('note')}</p>
        <Button className="sticky bottom-0 shrink-0" onClick={() => void copyText(report)}>
          {t('copy')}
        </Button>
      </div>
    </aside>
  );
}

type Fact = { readonly label: string; readonly value: string };

function useFacts(): readonly Fact[] {
  const t = useTranslations('diagnostics');
  const { stage } = useVisitor();
  const { status, address, chainId, walletName } = useWalletStore();
  const { isLive } = useLiveStore();
  const { contracts } = buildSettings;
  const wallet = [walletName, status, address && shortened(address), chainId].filter((part) => part != null);
  return [
    { label: t('release'), value: releaseOfPage() },
    { label: t('chain'), value: String(buildSettings.chainId) },
    { label: t('contracts'), value: contracts === null ? '—' : Object.values(contracts).map(shortened).join(' ') },
    { label: t('wallet'), value: wallet.join(' · ') },
    { label: t('stage'), value: stage },
    { label: t('live'), value: isLive ? '✓' : '—' },
    { label: t('device'), value: navigator.userAgent },
  ];
}

function shortened(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

function lineOf({ at, method, path, status, requestId, ms }: RecordedCall): string {
  const time = new Date(at).toISOString().slice(11, 23);
  return `${time} ${method} ${path} ${status ?? '—'} ${ms} ms ${requestId ?? ''}`.trim();
}
