import { Button } from '@city-mint/ui/button.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { WalletWaiting } from '#session/views/wallet-waiting.tsx';
import { useWalletWait } from '#session/wallet-wait.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { checkCode, checkUid } from '../check-uid.ts';

type UidSheetProps = {
  readonly open: boolean;
  readonly address: string;
  /** Resolves to whether the account was accepted. */
  readonly onLink: (account: { readonly uid: string; readonly code: string }) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Links an account at the exchange: its UID, the code that the exchange shows for this address, a signature. */
export function UidSheet({ open, address, onLink, onClose }: UidSheetProps) {
  const t = useTranslations('miner.uid');
  const uid = useField(checkUid);
  const code = useField(checkCode);
  const wait = useWalletWait((state) => state.wait);
  const [isBusy, setIsBusy] = useState(false);
  const touch = () => {
    uid.touch();
    code.touch();
  };
  const submit = async () => {
    setIsBusy(true);
    const isLinked = await onLink({ uid: uid.text, code: code.text });
    setIsBusy(false);
    if (isLinked) onClose();
  };
  const isReady = uid.problem === null && code.problem === null;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('description')}
      footer={
        wait === null ? (
          <Button
            className="w-full"
            busy={isBusy}
            disabled={!isReady}
            onDisabledClick={touch}
            onClick={() => void submit()}
          >
            {t('submit')}
          </Button>
        ) : (
          <WalletWaiting wait={wait} />
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>{t('address')}</p>
        <div className="rounded-lg bg-sunken px-4">
          <AddressText address={address} whole className="w-full" />
        </div>
        <p className="mt-1">{t('enter')}</p>
        <TextField
          label={t('uid')}
          inputMode="numeric"
          maxLength={12}
          value={uid.text}
          hint={t('uidHint')}
          error={uid.visibleProblem === null ? undefined : t(uid.visibleProblem)}
          onChange={(event) => uid.change(event.target.value)}
        />
        <TextField
          label={t('code')}
          maxLength={32}
          value={code.text}
          error={code.visibleProblem === null ? undefined : t(code.visibleProblem)}
          onChange={(event) => code.change(event.target.value)}
        />
        <p className="text-muted">{t('confirm')}</p>
      </div>
    </Sheet>
  );
}
