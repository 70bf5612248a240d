import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { consentTitle, useConsentStep } from '../join/use-consent-step.ts';
import { ConsentStep } from '../join/views/consent-step.tsx';
import { ConsentFooter } from '../join/views/join-footers.tsx';
import { autoMintQuery } from './auto-mint-flow.ts';
import { AutoMintForm } from './auto-mint-form.tsx';

export type AutoMintSheetProps = { readonly open: boolean; readonly onClose: () => void };

/** Auto-mint: its next action, its limits, the switch, and the log of its latest rounds. */
export function AutoMintSheet({ open, onClose }: AutoMintSheetProps) {
  const t = useTranslations('auto');
  const { canRead, stage, address } = useVisitor();
  const account = canRead ? address : null;
  useAuthorized(open && !canRead && stage !== 'connecting', onClose);
  const isOpen = open && account !== null;
  const auto = useQuery({ ...autoMintQuery(account ?? ''), enabled: isOpen });
  const [isConsenting, setConsenting] = useState(false);
  const consent = useConsentStep(isOpen);
  const rounds = useTranslations('rounds');
  const askConsent = () => {
    consent.retry();
    setConsenting(true);
  };
  const endConsent = () => setConsenting(false);
  const close = () => {
    endConsent();
    onClose();
  };
  const isWaiting =
    auto.data?.settings.enabled === true && consent.disclosure.kind === 'ready' && !consent.disclosure.data.covered;
  return (
    <Sheet
      open={isOpen}
      isInUrl
      onClose={close}
      title={isConsenting ? rounds(consentTitle(consent)) : t('title')}
      {...(isConsenting && {
        footer: <ConsentFooter consent={consent} joins={null} onAccepted={endConsent} onBack={endConsent} />,
      })}
    >
      {isConsenting && <ConsentStep {...consent} />}
      {auto.data !== undefined && account !== null && (
        // Stays mounted during the consent step, so that the form keeps its entries.
        <div hidden={isConsenting}>
          {isWaiting && <AutoMintWaits onRead={askConsent} />}
          <AutoMintForm
            // Settings that changed elsewhere reset the form.
            key={auto.data.settings.version}
            account={account}
            auto={auto.data}
            onConsentMissing={askConsent}
          />
        </div>
      )}
      {auto.data === undefined && auto.error !== null && (
        <ErrorState error={auto.error} onRetry={() => void auto.refetch()} />
      )}
      {auto.data === undefined && auto.error === null && <SkeletonRows rows={5} />}
    </Sheet>
  );
}

/** Auto-mint is on, but skips every round until the user accepts the current disclosure. */
function AutoMintWaits({ onRead }: { readonly onRead: () => void }) {
  const t = useTranslations('auto');
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Notice kind="pending">{t('waiting')}</Notice>
      <Button onClick={onRead}>{t('readAgain')}</Button>
    </div>
  );
}

/** Asks a visitor who opened the sheet by its URL to connect and sign in; closes the sheet if they do not. */
function useAuthorized(isMissing: boolean, onClose: () => void): void {
  const authorize = useEffectEvent(async () => {
    if (!(await ensureAuthorized())) onClose();
  });
  useEffect(() => {
    if (isMissing) void authorize();
  }, [isMissing]);
}
