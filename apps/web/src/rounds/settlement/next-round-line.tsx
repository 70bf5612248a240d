import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { CountdownText } from '#ui/countdown.tsx';
import { roundQuery } from '../rounds-queries.ts';

type NextRoundLineProps = { readonly cityId: string; readonly afterRoundId: string };

/** When the city's next round opens, or how long it will be open; nothing while none is announced. */
export function NextRoundLine({ cityId, afterRoundId }: NextRoundLineProps) {
  const t = useTranslations('live');
  const latest = useQuery(roundQuery(cityId));
  const round = latest.data?.round ?? null;
  if (round === null || round.roundId === afterRoundId) return null;
  if (round.state !== 'scheduled' && round.state !== 'open') return null;
  const isAhead = round.state === 'scheduled';
  const label = t(isAhead ? 'nextOpens' : 'nextCloses');
  return (
    <p className="pair rounded-lg bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      {label}
      <span className="font-semibold">
        <CountdownText until={isAhead ? round.opensAt : round.closesAt} label={label} />
      </span>
    </p>
  );
}
