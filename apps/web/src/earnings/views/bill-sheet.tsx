import { buttonClass } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { Link } from '#platform/router/router.tsx';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { Earning } from '../earnings-csv.ts';
import { ruleNumber } from '../rule-number.ts';
import { useEarningNames } from './use-earning-names.ts';

// Fetched with the first bill: the settlement's code is no part of the list.
const origin = lazyCode(
  ['earnings', 'settled', 'rounds'],
  async () => (await import('../origin/earning-origin.tsx')).EarningOrigin,
);

type BillSheetProps = {
  /** The earning to show; null closes the sheet. */
  readonly earning: Earning | null;
  readonly address: string | null;
  readonly onClose: () => void;
};

/** The bill of an earning: payer and recipient, rule, reason, and the transfer in the ledger. */
export function BillSheet({ earning, address, onClose }: BillSheetProps) {
  const t = useTranslations('earnings.bill');
  // Keeps the content while the sheet closes.
  const last = useRef(earning);
  if (earning !== null) last.current = earning;
  return (
    <Sheet open={earning !== null} onClose={onClose} title={t('title')}>
      {last.current !== null && <Bill earning={last.current} address={address} />}
    </Sheet>
  );
}

function Bill({ earning, address }: { readonly earning: Earning; readonly address: string | null }) {
  const t = useTranslations('earnings');
  const { source } = useEarningNames(earning);
  const isMining = earning.type === 'hash-rate-output';
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center text-xl font-semibold text-success">
        <Amount value={earning.amount} unit={earning.currency} signed exact />
      </p>
      <div className="flex items-center gap-2 rounded-xl bg-sunken px-4 py-3 text-sm">
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">{t('bill.from')}</p>
          <p className="font-semibold">{t(`accounts.${earning.source}`)}</p>
        </div>
        <Icon name="next" className="text-accent-ink" />
        <div className="min-w-0 flex-1 text-right">
          <p className="text-xs text-muted">{t('bill.to')}</p>
          <p className="font-semibold">{t('accounts.mine')}</p>
          {address !== null && <AddressText address={address} className="text-xs text-muted" />}
        </div>
      </div>
      <KeyValues
        rows={[
          { label: t('bill.type'), value: t(`types.${earning.type}`) },
          ...(earning.stage === null
            ? []
            : [{ label: t('bill.stage'), value: t('list.stage', { number: earning.stage }) }]),
          { label: earning.round === null ? t('bill.day') : t('bill.round'), value: source },
          { label: t('bill.at'), value: formatTime(earning.at) },
          { label: t('bill.transfer'), value: earning.transferId ?? t('bill.transferOfMachines') },
        ]}
      />
      <div className="rounded-xl border border-line px-4 py-3 text-sm">
        <p className="text-xs text-muted">
          {t('bill.rule')} · {t('bill.ruleSection', { section: ruleNumber(earning.rule) })}
        </p>
        <p className="mt-0.5">{t(`rules.${earning.type}`)}</p>
      </div>
      <Origin earning={earning} address={address} />
      {isMining && (
        <Link to="/earnings_fmc" className={buttonClass('soft')}>
          {t('bill.toMining')}
        </Link>
      )}
    </div>
  );
}

function Origin(props: { readonly earning: Earning; readonly address: string | null }) {
  const status = useLazyCode(origin);
  return status.kind === 'ready' ? <status.part {...props} /> : null;
}
