import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';

type Machine = ReplyOf<'POST /api/biz/fmc/machines'>['items'][number];

const GRANT_BADGES: Record<Machine['grant'], BadgeKind> = {
  waiting: 'pending',
  acknowledged: 'success',
  alarm: 'danger',
};

/** A machine as its plate: hash rate, the failed order that it compensates, its output, the end of its term. */
export function MachinePlate({ machine, now }: { readonly machine: Machine; readonly now: number }) {
  const t = useTranslations('miner.machines');
  const cityName = useCityName();
  const { source } = machine;
  const runs =
    now < machine.since
      ? t('starts', { day: utcDay(machine.since) })
      : now < machine.until
        ? t('until', { day: utcDay(machine.until) })
        : t('over');
  return (
    <article className="relative flex flex-col gap-3 rounded-xl border-2 border-double border-line bg-surface p-4 shadow-card">
      <div className="pair items-start">
        <div>
          <p className="font-display text-xl font-semibold">
            <Amount value={machine.hashRate} unit="H" />
          </p>
          <p className="text-xs text-muted">
            {t('source', { city: cityName(source.city), phase: String(source.phase), number: String(source.number) })}
          </p>
        </div>
        <Badge kind={GRANT_BADGES[machine.grant]}>{t(`grant.${machine.grant}`)}</Badge>
      </div>
      <dl className="tiles text-xs">
        <Row label={t('output')}>
          <Amount value={machine.output} unit="FMC" compact className="font-semibold text-success" />
        </Row>
        <Row label={t('last')}>{machine.lastMinedDay === null ? t('never') : utcDay(machine.lastMinedDay)}</Row>
        <Row label={t('claimed')}>{formatTime(machine.claimedAt).slice(0, 10)}</Row>
      </dl>
      <p className="border-t border-line pt-2 text-xs text-muted figures">{runs}</p>
    </article>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

/** Returns the UTC day of a time, since machines run by UTC days. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '/');
}
