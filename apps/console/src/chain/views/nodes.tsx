import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { Time } from '#ui/time.tsx';

type Node = ReplyOf<'POST /api/ops/chain'>['nodes'][number];

const KINDS = {
  agrees: 'success',
  behind: 'pending',
  silent: 'danger',
  unclear: 'danger',
  disagrees: 'danger',
} as const;

/** The nodes that the chain is read from, as the indexer saw each last. */
export function Nodes({ nodes }: { readonly nodes: readonly Node[] }) {
  const t = useTranslations('chain');
  if (nodes.length === 0) return <p className="text-muted text-sm">{t('noNodes')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {nodes.map(({ name, state, what, since, reportedAt }) => (
        <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-mono" translate="no">
              {name}
            </span>
            <Badge kind={KINDS[state]}>{t(`states.${state}`)}</Badge>
            {what !== null && <span className="break-all text-xs">{what}</span>}
          </span>
          <span className="text-muted text-xs">
            {t('since')} <Time time={since} /> · {t('reported')} <Time time={reportedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
