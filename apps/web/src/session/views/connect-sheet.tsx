import { useTranslations } from 'use-intl';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { WalletWait } from '../ask-wallet.ts';
import { WalletWaiting } from './wallet-waiting.tsx';

/** A wallet to choose; `icon` is a data URL that the wallet announced. */
export type WalletChoice = { readonly id: string; readonly name: string; readonly icon: string | null };

type ConnectSheetProps = {
  readonly open: boolean;
  readonly wallets: readonly WalletChoice[];
  readonly wait: WalletWait | null;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
};

export function ConnectSheet({ open, wallets, wait, onChoose, onClose }: ConnectSheetProps) {
  const t = useTranslations('session.connectPrompt');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={wait && <WalletWaiting wait={wait} />}
    >
      {wallets.length === 0 ? (
        <EmptyState icon="wallet" title={t('none')} text={t('noneText')} />
      ) : (
        <ul className="mt-2 flex flex-col gap-2.5">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                onClick={() => onChoose(wallet.id)}
                className="flex min-h-[0.64rem] w-full items-center gap-3.5 rounded-xl border border-line px-4 text-left transition-colors active:bg-sunken"
              >
                <WalletIcon icon={wallet.icon} />
                <span className="min-w-0 flex-1 truncate text-base font-semibold">{wallet.name}</span>
                <span className="text-xs text-muted">{t('detected')}</span>
                <Icon name="next" className="text-sm text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function WalletIcon({ icon }: { readonly icon: string | null }) {
  if (icon !== null) return <img src={icon} alt="" className="size-9 rounded-lg" />;
  return (
    <span className="inline-flex size-9 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
      <Icon name="wallet" />
    </span>
  );
}
