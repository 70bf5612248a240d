import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { WalletWait } from '../ask-wallet.ts';
import { WalletWaiting } from './wallet-waiting.tsx';

type AuthorizeSheetProps = {
  readonly open: boolean;
  readonly address: string | null;
  readonly wait: WalletWait | null;
  readonly onSign: () => void;
  readonly onClose: () => void;
};

const POINTS = ['point1', 'point2', 'point3'] as const;

export function AuthorizeSheet({ open, address, wait, onSign, onClose }: AuthorizeSheetProps) {
  const t = useTranslations('session.authorizePrompt');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        wait === null ? (
          <Button className="w-full" onClick={onSign}>
            {t('action')}
          </Button>
        ) : (
          <WalletWaiting wait={wait} />
        )
      }
    >
      {address !== null && (
        <div className="mt-2 rounded-lg bg-sunken px-4 py-3 text-sm">
          <AddressText address={address} whole />
        </div>
      )}
      <ul className="mt-4 flex flex-col gap-3 text-sm">
        {POINTS.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon name="shield" className="mt-px text-accent-ink" />
            {t(point)}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
