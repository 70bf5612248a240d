import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { showToast } from '#platform/toast-store.ts';
import { DEMO_RDNS } from '#session/demo-rdns.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { recentConnectorId } from '#session/wallet-store.ts';
import { AddressText } from '#ui/address-text.tsx';
import { configQuery } from '../assets-queries.ts';
import { checkConfig } from './contracts-gate.tsx';

const watching = lazyCode(['assets'], () => import('./watch-fmc.ts'));

const keyOf = (account: string) => `fmc.watchOffered.${account.toLowerCase()}`;

/** Wallets that do not list tokens for this browser: those on other devices, and the demo wallet. */
const ELSEWHERE = ['walletConnect', DEMO_RDNS];

type FmcOfferProps = { readonly account: string };

/**
 * Offers to show FMC in the wallet of this browser, which lists no token by itself: until the wallet shows it or the
 * user dismisses the offer, once for each account on this device.
 */
export function FmcOffer({ account }: FmcOfferProps) {
  const config = useQuery(configQuery);
  const { stage } = useVisitor();
  const [isOver] = useState(() => browserStorage.getItem(keyOf(account)) !== null);
  const connector = recentConnectorId();
  if (isOver || stage !== 'authorized' || connector === null || ELSEWHERE.includes(connector)) return null;
  if (config.data === undefined) return null;
  const contracts = checkConfig(config.data);
  return contracts.kind === 'trusted' && <Offer account={account} fmc={contracts.fmc} />;
}

type OfferProps = FmcOfferProps & { readonly fmc: `0x${string}` };

function Offer({ account, fmc }: OfferProps) {
  const t = useTranslations('assets');
  const [step, setStep] = useState<'offered' | 'asking' | 'not-possible' | 'over'>('offered');
  const end = (last: 'not-possible' | 'over') => {
    browserStorage.setItem(keyOf(account), 'yes');
    setStep(last);
  };
  const ask = async () => {
    setStep('asking');
    const answer = (await (await partOf(watching))?.watchFmc(fmc)) ?? 'declined';
    if (answer === 'added') showToast(t('watch.added'), 'success');
    if (answer === 'declined') setStep('offered');
    else end(answer === 'added' ? 'over' : 'not-possible');
  };
  if (step === 'over') return null;
  if (step === 'not-possible') {
    return (
      <p role="status" className="text-sm text-muted">
        {t('watch.notPossible')} <AddressText address={fmc} />
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button kind="soft" size="small" busy={step === 'asking'} onClick={() => void ask()}>
        {t('watch.add')}
      </Button>
      <Button kind="plain" size="small" onClick={() => end('over')}>
        {t('deposit.dismiss')}
      </Button>
    </div>
  );
}
