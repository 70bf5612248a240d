import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useActionWords } from '#actions/use-action-words.ts';
import { entryTitle } from '#log/views/log-words.ts';
import { formatTime } from '#platform/format.ts';
import { Address } from '#ui/address.tsx';
import { Time } from '#ui/time.tsx';

type Entry = ReplyOf<'POST /api/ops/withdrawals/detail'>['history'][number];

/** All that happened to a withdrawal, oldest first. */
export function WithdrawalHistory({ history }: { readonly history: readonly Entry[] }) {
  const t = useTranslations('withdrawals');
  return (
    <section>
      <h3 className="font-semibold">{t('history')}</h3>
      <ol className="flex flex-col divide-y divide-line">
        {history.map((entry) => (
          <li key={`${entry.event} ${entry.at}`} className="flex flex-wrap gap-x-4 py-1.5">
            <Time time={entry.at} />
            <span className="min-w-0 flex-1">
              <EntryWords entry={entry} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function EntryWords({ entry }: { readonly entry: Entry }) {
  const t = useTranslations('withdrawals');
  switch (entry.event) {
    case 'requested':
      return (
        <>
          {t('events.requested')}
          {entry.callId !== null && <span className="text-muted"> · {t('call', { id: entry.callId })}</span>}
        </>
      );
    case 'operator':
      return <OperatorWords entry={entry} />;
    case 'signed':
      return t('events.signed', { number: entry.number, deadline: formatTime(entry.deadline) });
    case 'cancel-asked':
      return t('events.cancel-asked');
    case 'paid':
      return (
        <>
          {t('events.paid', { block: entry.blockNumber })} <Address address={entry.txHash} />
        </>
      );
    case 'returned':
      return t('events.returned', { reason: t(`returned.${entry.reason}`) });
  }
}

function OperatorWords({ entry }: { readonly entry: Extract<Entry, { event: 'operator' }> }) {
  const t = useTranslations('withdrawals');
  const tLog = useTranslations('log');
  const words = useActionWords();
  const action = entryTitle(entry.action, { t: tLog, words });
  return (
    <span className="flex flex-col">
      <span>
        {t('events.operator', { action })}{' '}
        <Link to="/log" search={{ entry: entry.logId }} className="text-accent-ink underline">
          {t('logEntry', { id: entry.logId })}
        </Link>
      </span>
      <span className="text-muted">
        <Address address={entry.operator} />
        {entry.proposedBy !== null && (
          <>
            {' · '}
            {t('proposedBy')} <Address address={entry.proposedBy} />
          </>
        )}
      </span>
      <span className="break-words text-muted">{entry.reason}</span>
    </span>
  );
}
