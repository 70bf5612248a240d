import { Button } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { activeChain } from '#session/active-chain.ts';
import type { ConfirmStatus } from '../join-step.ts';
import type { ConsentForm } from '../use-consent-step.ts';

type ConfirmFooterProps = {
  readonly status: ConfirmStatus;
  /** The amount to confirm; null while the entry is not valid. */
  readonly amount: string | null;
  readonly onAuthorize: () => void;
  readonly onConfirm: () => void;
  /** Called for a tap without a valid amount. */
  readonly onMissing: () => void;
  /** Shows the round that succeeded this one; null while there is none. */
  readonly onNext: (() => void) | null;
};

/** The one button that moves money, with the amount in its label. */
export function ConfirmFooter({ status, amount, onAuthorize, onConfirm, onMissing, onNext }: ConfirmFooterProps) {
  const t = useTranslations('rounds.join');
  if (status === 'signed-out') {
    return (
      <Button className="w-full" onClick={onAuthorize}>
        {t('connectFirst')}
      </Button>
    );
  }
  if (status === 'wrong-chain') return <SwitchFooter onSwitch={onAuthorize} />;
  if (status === 'closed' && onNext !== null) {
    return (
      <Button className="w-full" onClick={onNext}>
        {t('showNext')}
      </Button>
    );
  }
  if (status === 'waiting' || status === 'closed') {
    return (
      <Button className="w-full" disabled busy={status === 'waiting'}>
        {t(status)}
      </Button>
    );
  }
  return (
    <Button
      className="w-full"
      disabled={amount === null}
      onDisabledClick={onMissing}
      busy={status === 'sending'}
      onClick={onConfirm}
    >
      {amount === null ? t('confirmEmpty') : t('confirm', { amount: exactAmount(amount) })}
    </Button>
  );
}

/** Asks a signed-in user whose wallet is on another chain to switch. */
function SwitchFooter({ onSwitch }: { readonly onSwitch: () => void }) {
  const t = useTranslations('session');
  return (
    <div className="flex flex-col gap-2">
      <p className="text-center text-sm text-pending">{t('readOnly', { network: activeChain.name })}</p>
      <Button className="w-full" onClick={onSwitch}>
        {t('switchNetwork')}
      </Button>
    </div>
  );
}

type ConsentFooterProps = {
  readonly consent: ConsentForm;
  /** Returns to the step that asked for the consent, accepted or not. */
  readonly onDone: () => void;
};

/** Accepts the disclosure above; a tap before its box is checked scrolls the box into view. */
export function ConsentFooter({ consent, onDone }: ConsentFooterProps) {
  const t = useTranslations('rounds.consent');
  const accept = async () => {
    if (await consent.accept()) onDone();
  };
  return (
    <div className="grid grid-cols-[auto_1fr] gap-3">
      <Button kind="soft" onClick={onDone}>
        {t('back')}
      </Button>
      <Button disabled={!consent.isChecked} onDisabledClick={consent.showBox} onClick={() => void accept()}>
        {t('action')}
      </Button>
    </div>
  );
}

type DoneFooterProps = {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly onShow: (orderId: string) => void;
};

export function DoneFooter({ orderId, onClose, onShow }: DoneFooterProps) {
  const t = useTranslations('rounds.join');
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button kind="soft" onClick={onClose}>
        {t('done')}
      </Button>
      <Button onClick={() => onShow(orderId)}>{t('showOrder')}</Button>
    </div>
  );
}
