import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { shortAddress } from '@city-mint/client/format.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { CopyButton } from '#ui/copy-button.tsx';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type Transfer = ReplyOf<'POST /api/ops/transfers/detail'>['transfer'];
type Side = Transfer['debit'];

/** A transfer: when, how much, from and to which account, and the row that it is made for. */
export function TransferView({ transfer }: { readonly transfer: Transfer }) {
  const t = useTranslations('transfers');
  const { transferId, at, kind, amount, currency, debit, credit, source } = transfer;
  return (
    <article
      className="flex flex-col gap-2 border-line border-b py-3 last:border-b-0"
      aria-label={t('title', { id: transferId })}
    >
      <Facts
        facts={[
          { label: t('kind'), value: t(`kinds.${kind}`) },
          { label: t('amount'), value: <Money value={amount} unit={currency} decimals={18} /> },
          { label: t('time'), value: <Time time={at} /> },
          { label: t('from'), value: <TransferSide side={debit} /> },
          { label: t('to'), value: <TransferSide side={credit} /> },
          {
            label: t('sourceHeading'),
            value: `${t(`sources.${source.kind}`)} ${source.sourceId} · ${t('step', { step: source.step })}`,
          },
          {
            label: `${t('after')} (${t(`accounts.${debit.account}`)})`,
            value: <Money value={debit.after} decimals={18} />,
          },
          {
            label: `${t('after')} (${t(`accounts.${credit.account}`)})`,
            value: <Money value={credit.after} decimals={18} />,
          },
        ]}
      />
    </article>
  );
}

/** An account of a transfer, and whose it is; a participant's leads to their page. */
export function TransferSide({ side: { account, owner } }: { readonly side: Side }) {
  const t = useTranslations('transfers');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="whitespace-nowrap">{t(`accounts.${account}`)}</span>
      {owner?.kind === 'participant' && <ParticipantLink address={owner.address} />}
      {owner?.kind === 'round' && <span className="text-muted">{t('round', owner)}</span>}
    </span>
  );
}

/** The address of a participant, which leads to their page, and to copy. */
export function ParticipantLink({ address }: { readonly address: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap font-mono" translate="no">
      <Link
        to="/participants/$address"
        params={{ address }}
        title={address}
        className="text-accent-ink underline-offset-2 hover:underline"
      >
        {shortAddress(address)}
      </Link>
      <CopyButton text={address} />
    </span>
  );
}
