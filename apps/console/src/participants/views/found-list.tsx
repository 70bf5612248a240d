import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';

type Found = ReplyOf<'POST /api/ops/participants/find'>['found'];

/** Search results for a number or hash, each with its participant. */
export function FoundList({ found, text }: { readonly found: Found; readonly text: string }) {
  const t = useTranslations('participants');
  if (found.length === 0) return <p className="break-all text-sm">{t('foundNone', { text })}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line text-sm">
      {found.map(({ kind, id, address }) => (
        <li key={`${kind} ${id}`} className="flex flex-wrap items-center gap-x-4 py-1.5">
          <span>
            {t(`foundKinds.${kind}`)}{' '}
            {kind === 'withdrawal' ? (
              <Link to="/withdrawals" search={{ open: id }} className="text-accent-ink underline">
                #{id}
              </Link>
            ) : (
              `#${id}`
            )}
          </span>
          <ParticipantLink address={address} />
        </li>
      ))}
    </ul>
  );
}
