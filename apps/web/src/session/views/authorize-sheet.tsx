import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { WalletWait } from '../wallet-wait.ts';
import { WalletWaiting } from './wallet-waiting.tsx';

type AuthorizeSheetProps = {
  readonly open: boolean;
  readonly address: string | null;
  /** The message for the wallet to sign; null until it has been fetched. */
  readonly message: string | null;
  /** Deadline of the signature in UTC milliseconds; null if unknown. */
  readonly validUntil: number | null;
  /** Host of this page. */
  readonly site: string;
  readonly wait: WalletWait | null;
  readonly onSign: () => void;
  readonly onClose: () => void;
};

const POINTS = ['point1', 'point2', 'point3'] as const;

/** Explains the message that the wallet will sign, and shows it. */
export function AuthorizeSheet(props: AuthorizeSheetProps) {
  const { open, address, message, validUntil, site, wait, onSign, onClose } = props;
  const t = useTranslations('wallet.authorizePrompt');
  const w = useTranslations('wallet.sign');
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
      <div className="mt-1 rounded-lg bg-sunken px-4 py-1">
        <KeyValues
          rows={[
            { label: w('site'), value: site, strong: true },
            { label: w('address'), value: address === null ? '—' : <AddressText address={address} whole /> },
            { label: w('validUntil'), value: validUntil === null ? '—' : formatTime(validUntil) },
          ]}
        />
      </div>
      <ul className="mt-4 flex flex-col gap-3 text-sm">
        {POINTS.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon name="shield" className="mt-px text-accent-ink" />
            {t(point)}
          </li>
        ))}
      </ul>
      <details className="mt-3 text-sm">
        <summary className="tap flex cursor-pointer items-center gap-1.5 text-accent-ink">
          {w('showMessage')}
          <Icon name="down" className="text-xs" />
        </summary>
        <p className="rounded-lg bg-sunken px-4 py-3 font-mono text-xs break-words whitespace-pre-wrap">
          {message ?? w('preparing')}
        </p>
      </details>
    </Sheet>
  );
}
