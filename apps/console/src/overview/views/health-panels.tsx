import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '#platform/format.ts';
import { shownFigure } from '#platform/shown-figure.ts';
import { Facts, Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import type { Overview } from '../overview-types.ts';
import { RoomLink } from './room-link.tsx';

/** How far the chain is read. */
export function ChainPanel({ chain }: Pick<Overview, 'chain'>) {
  const t = useTranslations('overview.chain');
  const { nodes, nodesLeftOut } = chain;
  return (
    <Panel title={t('title')} aside={<RoomLink to="/chain">{t('room')}</RoomLink>}>
      {chain.sources.length === 0 && <p className="text-muted text-sm">{t('none')}</p>}
      <div className="flex flex-col gap-3">
        {chain.sources.map(({ source, blockNumber, behind, haltReason, updatedAt }) => (
          <div key={source}>
            <h3 className="pb-1 font-medium text-sm">{source}</h3>
            {haltReason !== null && (
              <p className="break-words pb-1 text-danger text-sm">{t('halted', { reason: haltReason })}</p>
            )}
            <Facts
              facts={[
                { label: t('block'), value: shownFigure(blockNumber) },
                {
                  label: behind === '0' ? t('upToDate') : t('behind', { count: Number(behind) }),
                  value: <Time time={updatedAt} />,
                },
              ]}
            />
          </div>
        ))}
      </div>
      {nodes > 0 && (
        <p className={`mt-3 text-sm ${nodesLeftOut === 0 ? 'text-muted' : 'text-danger'}`}>
          {nodesLeftOut === 0 ? t('nodesGood', { count: nodes }) : t('nodesOut', { count: nodes, out: nodesLeftOut })}
        </p>
      )}
    </Panel>
  );
}

/** How far the journal is sealed. */
export function JournalPanel({ journal }: Pick<Overview, 'journal'>) {
  const t = useTranslations('overview.journal');
  const locale = useLocale();
  const { entries, unsealedSeconds, integrityError } = journal;
  return (
    <Panel title={t('title')} aside={<RoomLink to="/journal">{t('room')}</RoomLink>}>
      <Facts
        facts={[
          { label: t('entries'), value: shownFigure(entries) },
          { label: t('unsealed'), value: formatDuration(unsealedSeconds * 1_000, locale) },
          {
            label: t('state'),
            value: (
              <span className={integrityError === null ? 'text-success' : 'break-words text-danger'}>
                {integrityError === null ? t('good') : t('error', { error: integrityError })}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
