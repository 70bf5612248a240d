import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { shortAddress } from '@city-mint/client/format.ts';
import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { buildSettings } from '#platform/build-settings.ts';
import { formatTime } from '#platform/format.ts';

export type SignedPlan = NonNullable<ReplyOf<'GET /api/app/rounds/:roundId/plan'>['log']>;

/** What a simulation is and is not, and who chose its crowd; `signed` is null if the log has no entry. */
export function Introduction({ signed }: { readonly signed: SignedPlan | null }) {
  const t = useTranslations('simulation');
  return (
    <div className="flex flex-col gap-2.5">
      <Notice kind="pending">
        <p className="font-semibold">{t('what.title')}</p>
        <p className="mt-1">{t('what.text')}</p>
      </Notice>
      <p className="px-1 text-sm">
        {t('what.chosen')} {signed === null && t('entry.none')}
      </p>
      {signed !== null && <LogEntry signed={signed} />}
    </div>
  );
}

function LogEntry({ signed }: { readonly signed: SignedPlan }) {
  const t = useTranslations('simulation.entry');
  const { logId, at, operator, proposedBy } = signed;
  const by = { operator: shortAddress(operator), time: formatTime(at) };
  return (
    <a
      href={`${buildSettings.apiBase}/api/app/operatorLog?logId=${logId}`}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-[0.54rem] items-center gap-3 rounded-xl border border-line px-4 py-2.5 active:bg-sunken"
    >
      <Icon name="record" className="text-lg text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold">{t('title', { number: logId })}</span>
        <span className="block text-xs text-muted figures">
          {proposedBy === null ? t('signed', by) : t('signedByTwo', { ...by, proposer: shortAddress(proposedBy) })}
        </span>
      </span>
      <Icon name="external" className="text-sm text-muted" />
    </a>
  );
}
