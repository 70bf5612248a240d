import { downloadFile } from '@city-mint/client/download-file.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { buildSettings } from '#platform/build-settings.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { copyText } from '#ui/copy-text.ts';
import { Fold } from '#ui/fold.tsx';
import { canShare, shareText } from '#ui/share-text.ts';
import type { OrderDetails } from '../order-progress.ts';
import { type ReceiptKey, receiptLines, receiptText } from '../receipt.ts';
import { useOrderStateName } from './order-badge.tsx';

const LABELS = {
  order: 'rounds.order.number',
  wallet: 'orders.receipt.wallet',
  round: 'rounds.order.round',
  roundId: 'orders.receipt.roundId',
  joinedAt: 'rounds.order.joinedAt',
  rank: 'rounds.order.rank',
  asked: 'rounds.order.asked',
  accepted: 'rounds.order.accepted',
  termsHash: 'rounds.terms.hash',
  state: 'rounds.order.state',
  settledAt: 'rounds.order.settledAt',
  principal: 'rounds.order.principal',
  fee: 'rounds.order.fee',
  split: 'rounds.order.split',
  stageDue: 'orders.receipt.stageDue',
  stagePaid: 'orders.receipt.stagePaid',
  refund: 'rounds.order.refund',
  loss: 'rounds.order.loss',
  compensation: 'rounds.order.compensation',
  hashPower: 'rounds.order.hash',
  net: 'rounds.order.net',
  sha256: 'orders.receipt.sha256',
  file: 'orders.receipt.file',
  root: 'orders.receipt.root',
  proof: 'orders.receipt.proof',
} as const satisfies Record<ReceiptKey, string>;

type ReceiptSlipProps = { readonly detail: OrderDetails; readonly address: string };

/** The folded receipt of an order, to read, share, save or print; the print shows only the receipt. */
export function ReceiptSlip({ detail, address }: ReceiptSlipProps) {
  const t = useTranslations('orders.receipt');
  const text = useTranslations();
  const place = useTranslations('live');
  const { order } = detail;
  const stateName = useOrderStateName(order);
  const cityName = useCityName();
  const roundName = place('place', {
    city: cityName(order.city),
    phase: String(order.phase),
    number: String(order.number),
  });
  const { origin } = location;
  const lines = receiptLines(detail, {
    address,
    pageOrigin: origin,
    apiOrigin: buildSettings.apiBase === '' ? origin : buildSettings.apiBase,
    roundName,
    stateName,
    lateName: text('rounds.late'),
  }).map(({ key, stage = '', value }) => ({ label: text(LABELS[key], { stage }), value }));
  const file = receiptText(t('title'), lines);
  return (
    <Fold
      title={
        <>
          <Icon name="record" className="text-lg text-accent-ink" />
          <span className="flex-1">{t('title')}</span>
        </>
      }
      data-receipt
      className="rounded-xl border border-line print:border-0"
    >
      <div className="flex flex-col gap-3 px-4 pb-4">
        <dl className="flex flex-col gap-2 rounded-lg bg-sunken px-3 py-3 text-xs print:bg-transparent print:p-0">
          {lines.map(({ label, value }) => (
            <div key={label} className="print:grid print:break-inside-avoid print:grid-cols-[30%_1fr]">
              <dt className="text-muted">{label}</dt>
              <dd className="font-mono wrap-anywhere" translate="no">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <div className="tiles print:hidden">
          <Button
            kind="soft"
            size="small"
            onClick={() =>
              downloadFile({ name: `city-mint-order-${order.orderId}.txt`, type: 'text/plain', text: file })
            }
          >
            {t('save')}
          </Button>
          <Button size="small" onClick={() => void (canShare() ? shareText({ text: file }) : copyText(file))}>
            {t(canShare() ? 'share' : 'copy')}
          </Button>
          <Button kind="plain" size="small" className="basis-full" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
      </div>
    </Fold>
  );
}
