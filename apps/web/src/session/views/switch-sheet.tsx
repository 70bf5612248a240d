import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { copyText } from '#ui/copy-text.ts';
import { Sheet } from '#ui/sheet.tsx';
import type { Network } from '../switch-network.ts';
import type { WalletWait } from '../wallet-wait.ts';
import { WalletWaiting } from './wallet-waiting.tsx';

type SwitchSheetProps = {
  readonly open: boolean;
  readonly network: Network;
  /** The name of the wallet's current chain. */
  readonly current: string | null;
  readonly isSignedIn: boolean;
  readonly wait: WalletWait | null;
  readonly onSwitch: () => void;
  /** The visitor keeps reading with the wallet on its chain. */
  readonly onStay: () => void;
  readonly onDisconnect: () => void;
  readonly onClose: () => void;
};

/** Asks to switch; for a wallet that cannot, shows the network's parameters and a way to continue without it. */
export function SwitchSheet(props: SwitchSheetProps) {
  const { open, network, current, isSignedIn, wait, onSwitch, onStay, onDisconnect, onClose } = props;
  const t = useTranslations();
  const w = useTranslations('wallet.network');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('wallet.switchPrompt.title')}
      description={t('wallet.switchPrompt.text', { network: network.name })}
      footer={
        wait === null ? (
          <div className="flex flex-col gap-1">
            <Button className="w-full" onClick={onSwitch}>
              {t('wallet.switchPrompt.action', { network: network.name })}
            </Button>
            <Button kind="plain" size="small" onClick={onStay}>
              {w(isSignedIn ? 'stayHere' : 'signInHere')}
            </Button>
            <Button kind="plain" size="small" onClick={onDisconnect}>
              {t('session.disconnect')}
            </Button>
          </div>
        ) : (
          <WalletWaiting wait={wait} />
        )
      }
    >
      <KeyValues
        rows={[
          { label: t('wallet.switchPrompt.current'), value: current ?? '—' },
          { label: t('wallet.switchPrompt.needed'), value: `${network.name} · ${network.id}`, strong: true },
        ]}
      />
      <p className="mt-2 text-sm text-muted">{w('stayText')}</p>
      <details className="mt-1 text-sm">
        <summary className="tap flex cursor-pointer items-center gap-1.5 text-accent-ink">
          {w('manual')}
          <Icon name="down" className="text-xs" />
        </summary>
        <p className="mb-1 text-muted">{w('manualText')}</p>
        <NetworkValues network={network} />
      </details>
    </Sheet>
  );
}

/** The parameters that a wallet needs to add a network by hand, each with a copy button. */
function NetworkValues({ network }: { readonly network: Network }) {
  const w = useTranslations('wallet.network');
  const values = [
    { label: w('name'), text: network.name },
    { label: w('rpc'), text: network.rpcUrl },
    { label: w('chainId'), text: String(network.id) },
    { label: w('symbol'), text: network.nativeCurrency.symbol },
    ...(network.explorerUrl === null ? [] : [{ label: w('explorer'), text: network.explorerUrl }]),
  ];
  return (
    <KeyValues
      rows={values.map(({ label, text }) => ({
        label,
        value: (
          <button
            type="button"
            onClick={() => void copyText(text)}
            aria-label={`${w('copy', { label })}: ${text}`}
            className="tap -my-2.5 inline-flex max-w-full items-center gap-1.5 text-right active:opacity-70"
          >
            <span className="min-w-0 break-all">{text}</span>
            <Icon name="copy" className="opacity-70" />
          </button>
        ),
      }))}
    />
  );
}
