import { useTranslations } from 'use-intl';
import { Button } from '#ui/button.tsx';

type ConfirmFooterProps = {
  readonly authorised: boolean;
  /** A good amount, or null. */
  readonly amount: string | null;
  readonly state: 'open' | 'closed' | 'waiting';
  readonly busy: boolean;
  readonly onAuthorise: () => void;
  readonly onConfirm: () => void;
};

/** The one button that moves money, with the amount in its name. */
export function ConfirmFooter({ authorised, amount, state, busy, onAuthorise, onConfirm }: ConfirmFooterProps) {
  const t = useTranslations('rounds.join');
  if (!authorised) {
    return (
      <Button className="w-full" onClick={onAuthorise}>
        {t('connectFirst')}
      </Button>
    );
  }
  if (state !== 'open') {
    return (
      <Button className="w-full" disabled busy={state === 'waiting'}>
        {t(state)}
      </Button>
    );
  }
  return (
    <Button className="w-full" disabled={amount === null} busy={busy} onClick={onConfirm}>
      {amount === null ? t('confirmEmpty') : t('confirm', { amount })}
    </Button>
  );
}

type ConsentFooterProps = {
  readonly ready: boolean;
  readonly onBack: () => void;
  readonly onAccept: () => void;
};

export function ConsentFooter({ ready, onBack, onAccept }: ConsentFooterProps) {
  const t = useTranslations('rounds.consent');
  return (
    <div className="grid grid-cols-[auto_1fr] gap-3">
      <Button kind="soft" onClick={onBack}>
        {t('back')}
      </Button>
      <Button disabled={!ready} onClick={onAccept}>
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
