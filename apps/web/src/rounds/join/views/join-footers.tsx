import { Button } from '@city-mint/ui/button.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { activeChain } from '#session/active-chain.ts';
import type { JoinAmounts } from '../join-amounts.ts';
import type { ConfirmStatus } from '../join-step.ts';
import type { ConsentForm } from '../use-consent-step.ts';

type ConfirmFooterProps = {
  readonly status: ConfirmStatus;
  /** The amounts to confirm; null while the entry cannot join. */
  readonly amounts: JoinAmounts | null;
  readonly onAuthorize: () => void;
  readonly onConfirm: () => void;
  /** Called for a tap without a valid amount. */
  readonly onMissing: () => void;
  /** Leaves for a recharge; null while the balance is enough. */
  readonly onRecharge: (() => void) | null;
  /** Shows the round that succeeded this one; null while there is none. */
  readonly onNext: (() => void) | null;
};

/** The one button that moves money, with the amount that it takes in its label. */
export function ConfirmFooter(props: ConfirmFooterProps) {
  const { status, onAuthorize, onNext } = props;
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
  return <JoinButtons {...props} />;
}

/** Joins with the amount that it names; next to it the recharge, if the balance is too small for the entry. */
function JoinButtons({ status, amounts, onConfirm, onMissing, onRecharge }: ConfirmFooterProps) {
  const t = useTranslations('rounds.join');
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        {onRecharge !== null && (
          <Button kind={amounts === null ? 'primary' : 'soft'} className="flex-1 basis-[1.3rem]" onClick={onRecharge}>
            {t('recharge')}
          </Button>
        )}
        {(amounts !== null || onRecharge === null) && (
          <Button
            className="flex-1 basis-[1.3rem]"
            disabled={amounts === null}
            onDisabledClick={onMissing}
            busy={status === 'sending'}
            onClick={onConfirm}
          >
            {amounts === null ? t('confirmEmpty') : t('confirm', { amount: exactAmount(amounts.taken) })}
          </Button>
        )}
      </div>
      {amounts !== null && amounts.stays !== null && (
        <p className="text-center text-xs text-muted figures">{t('stays', { amount: shownAmount(amounts.stays) })}</p>
      )}
    </div>
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
  /** The JU that the join takes which asked for the consent; null for another operation. */
  readonly joins: string | null;
  /** Called once the consent is recorded. */
  readonly onAccepted: () => void;
  readonly onBack: () => void;
};

/** Accepts the disclosure above and goes on; a tap before its box is checked scrolls the box into view. */
export function ConsentFooter({ consent, joins, onAccepted, onBack }: ConsentFooterProps) {
  const t = useTranslations('rounds.consent');
  // A second tap must not join a second time.
  const [isAccepting, setAccepting] = useState(false);
  const accept = async () => {
    setAccepting(true);
    const isAccepted = await consent.accept().finally(() => setAccepting(false));
    if (isAccepted) onAccepted();
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="soft" className="flex-auto" onClick={onBack}>
        {t('back')}
      </Button>
      <Button
        className="flex-auto"
        disabled={!consent.isChecked}
        busy={isAccepting}
        onDisabledClick={consent.showBox}
        onClick={() => void accept()}
      >
        {joins === null ? t('action') : t('join', { amount: exactAmount(joins) })}
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
