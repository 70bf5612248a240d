import { useTranslations } from 'use-intl';
import { Button } from '#ui/button.tsx';
import { KeyValues } from '#ui/key-values.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { WalletWait } from '../ask-wallet.ts';
import { WalletWaiting } from './wallet-waiting.tsx';

type SwitchSheetProps = {
  readonly open: boolean;
  readonly network: { readonly id: number; readonly name: string };
  /** The name of the chain that the wallet is on. */
  readonly current: string | null;
  readonly wait: WalletWait | null;
  readonly onSwitch: () => void;
  readonly onDisconnect: () => void;
  readonly onClose: () => void;
};

export function SwitchSheet({ open, network, current, wait, onSwitch, onDisconnect, onClose }: SwitchSheetProps) {
  const t = useTranslations('session');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('switchPrompt.title')}
      description={t('switchPrompt.text', { network: network.name })}
      footer={
        wait === null ? (
          <div className="flex flex-col gap-1">
            <Button className="w-full" onClick={onSwitch}>
              {t('switchPrompt.action', { network: network.name })}
            </Button>
            <Button kind="plain" size="small" onClick={onDisconnect}>
              {t('disconnect')}
            </Button>
          </div>
        ) : (
          <WalletWaiting wait={wait} />
        )
      }
    >
      <KeyValues
        rows={[
          {
            label: t('switchPrompt.current'),
            value: current ?? '—',
          },
          { label: t('switchPrompt.needed'), value: `${network.name} · ${network.id}`, strong: true },
        ]}
      />
    </Sheet>
  );
}
