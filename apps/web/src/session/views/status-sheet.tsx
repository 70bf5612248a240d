import { Badge } from '@city-mint/ui/badge.tsx';
import { Button } from '@city-mint/ui/button.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import { Sheet } from '#ui/sheet.tsx';

type StatusSheetProps = {
  readonly open: boolean;
  readonly walletName: string | null;
  readonly address: string | null;
  readonly chainId: number | null;
  readonly chainName: string | null;
  readonly authorized: boolean;
  readonly onDisconnect: () => void;
  readonly onClose: () => void;
};

export function StatusSheet(props: StatusSheetProps) {
  const t = useTranslations();
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t('wallet.statusSheet.title')}
      footer={
        <Button kind="danger" className="w-full" onClick={props.onDisconnect}>
          {t('session.disconnect')}
        </Button>
      }
    >
      <KeyValues
        rows={[
          { label: t('wallet.statusSheet.wallet'), value: props.walletName ?? '—' },
          {
            label: t('wallet.statusSheet.address'),
            value: props.address === null ? '—' : <AddressText address={props.address} />,
          },
          { label: t('wallet.statusSheet.chainId'), value: props.chainId === null ? '—' : String(props.chainId) },
          { label: t('wallet.statusSheet.chainName'), value: props.chainName ?? '—' },
          {
            label: t('wallet.statusSheet.loggedIn'),
            value: (
              <Badge kind={props.authorized ? 'success' : 'neutral'}>
                {props.authorized ? t('wallet.statusSheet.yes') : t('wallet.statusSheet.no')}
              </Badge>
            ),
          },
        ]}
      />
    </Sheet>
  );
}
