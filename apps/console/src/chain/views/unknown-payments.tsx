import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { nextBatch, paymentLine } from '@city-mint/api-contract/operator/booked-payments';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Address } from '#ui/address.tsx';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type Payment = ReplyOf<'POST /api/ops/chain'>['unknownPayments'][number];

/** Payments of the vault that the ledger did not know, and how each is booked. */
export function UnknownPayments({ payments }: { readonly payments: readonly Payment[] }) {
  const t = useTranslations('chain');
  if (payments.length === 0) return <p className="text-muted text-sm">{t('noPayments')}</p>;
  return (
    <>
      <Batches payments={payments} />
      <ul className="flex flex-col divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.sequence} className="flex flex-col gap-2 py-3">
            <Facts
              facts={[
                { label: t('sequence'), value: payment.sequence },
                { label: t('amount'), value: <Money value={payment.amount} unit={payment.currency} /> },
                { label: t('covered'), value: <Money value={payment.covered} unit={payment.currency} /> },
                { label: t('account'), value: <Address address={payment.account} /> },
                { label: t('recipient'), value: <Address address={payment.recipient} /> },
                {
                  label: t('voucherSigner'),
                  value: payment.voucherSigner === null ? '—' : <Address address={payment.voucherSigner} />,
                },
                { label: t('blockAt'), value: <Time time={payment.blockAt} /> },
                {
                  label: t('examinedAt'),
                  value: payment.examinedAt === null ? '—' : <Time time={payment.examinedAt} />,
                },
              ]}
            />
            <p className="break-all font-mono text-2xs" translate="no">
              {payment.txHash}
            </p>
            <Booking payment={payment} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Books the undecided payments: the proven ones against their accounts, or all of them against the treasury. */
function Batches({ payments }: { readonly payments: readonly Payment[] }) {
  const t = useTranslations('chain');
  const batches = (['account', 'treasury'] as const).map((against) => ({
    against,
    lines: nextBatch(payments, against),
  }));
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {batches
        .filter(({ lines }) => lines.length > 0)
        .map(({ against, lines }) => (
          <ActionButton
            key={against}
            name="chain/book"
            fields={{ payments: lines }}
            initial={{ against }}
            label={t(`bookAll.${against}`, { count: lines.length })}
          />
        ))}
    </div>
  );
}

/** The verdict on the voucher, and how the payment is booked; before its examination it cannot be. */
function Booking({ payment }: { readonly payment: Payment }) {
  const t = useTranslations('chain');
  const { examinedAt, proven, bookedAgainst } = payment;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge kind={proven ? 'success' : 'pending'}>
        {t(examinedAt === null ? 'notExamined' : proven ? 'proven' : 'notProven')}
      </Badge>
      {bookedAgainst !== null && <Badge kind="accent">{t(`booked.${bookedAgainst}`)}</Badge>}
      {bookedAgainst === null && examinedAt !== null && (
        <ActionButton
          name="chain/book"
          fields={{ payments: [paymentLine(payment)] }}
          initial={{ against: proven ? 'account' : 'treasury' }}
          label={t('bookOne')}
        />
      )}
    </div>
  );
}
