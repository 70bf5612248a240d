import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { Sheet } from '#ui/sheet.tsx';
import type { WalletWait } from '../wallet-wait.ts';
import { NoWallet } from './no-wallet.tsx';
import { PairingPanel } from './pairing-panel.tsx';
import { WalletWaiting } from './wallet-waiting.tsx';

/** A wallet to choose. */
export type WalletChoice = {
  readonly id: string;
  readonly name: string;
  /** A data URL that the wallet announced, or null. */
  readonly icon: string | null;
  readonly kind: 'detected' | 'relayed' | 'demo';
};

type ConnectSheetProps = {
  readonly open: boolean;
  readonly wallets: readonly WalletChoice[];
  readonly wait: WalletWait | null;
  /** The URI of the open pairing; null if there is none. */
  readonly pairingUri: string | null;
  /** Whether the page runs on a phone, whose wallets are apps. */
  readonly isPhone: boolean;
  /** The URL of this page. */
  readonly page: string;
  readonly onChoose: (id: string) => void;
  /** Returns from a pairing to the list of wallets. */
  readonly onBack: () => void;
  readonly onClose: () => void;
};

/** The wallets to connect with; for one on another device, its QR code or links. */
export function ConnectSheet(props: ConnectSheetProps) {
  const { open, wallets, wait, pairingUri, isPhone, page, onChoose, onBack, onClose } = props;
  const t = useTranslations();
  const isPairing = wait?.isPairing === true;
  const hasDetected = wallets.some(({ kind }) => kind === 'detected');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('wallet.connectPrompt.title')}
      description={t('wallet.connectPrompt.text')}
      footer={wait && <WalletWaiting wait={wait} />}
    >
      {isPairing ? (
        <PairingPanel uri={pairingUri} isPhone={isPhone} site={new URL(page).host} onBack={onBack} />
      ) : (
        <>
          <ul className="mt-2 flex flex-col gap-2.5">
            {wallets.map((wallet) => (
              <li key={wallet.id}>
                <WalletRow wallet={wallet} isPhone={isPhone} onChoose={onChoose} />
              </li>
            ))}
          </ul>
          {!hasDetected && <NoWallet page={page} isPhone={isPhone} />}
        </>
      )}
    </Sheet>
  );
}

type WalletRowProps = Pick<ConnectSheetProps, 'isPhone' | 'onChoose'> & { readonly wallet: WalletChoice };

function WalletRow({ wallet, isPhone, onChoose }: WalletRowProps) {
  const t = useTranslations();
  const relayed = t(isPhone ? 'wallet.connect.otherApp' : 'wallet.connect.otherDevice');
  const hints = {
    detected: t('wallet.connectPrompt.detected'),
    relayed: t('wallet.connect.walletConnect'),
    demo: t('wallet.connect.demoHint'),
  };
  return (
    <button
      type="button"
      onClick={() => onChoose(wallet.id)}
      className="flex min-h-[0.64rem] w-full items-center gap-3.5 rounded-xl border border-line px-4 py-2 text-left transition-colors active:bg-sunken"
    >
      <WalletIcon wallet={wallet} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-base break-words font-semibold">
          {wallet.kind === 'relayed' ? relayed : wallet.name}
        </span>
        <span className="block text-xs text-muted">{hints[wallet.kind]}</span>
      </span>
      <Icon name="next" className="text-sm text-muted" />
    </button>
  );
}

const ICONS: Record<WalletChoice['kind'], IconName> = { detected: 'wallet', relayed: 'plug', demo: 'city' };

function WalletIcon({ wallet }: { readonly wallet: WalletChoice }) {
  if (wallet.icon !== null) return <img src={wallet.icon} alt="" className="size-9 rounded-lg" />;
  return (
    <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
      <Icon name={ICONS[wallet.kind]} />
    </span>
  );
}
