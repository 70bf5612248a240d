import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { chainQuery } from './chain-queries.ts';
import { Nodes } from './views/nodes.tsx';
import { Source } from './views/source.tsx';
import { UnknownPayments } from './views/unknown-payments.tsx';
import { Vault } from './views/vault.tsx';

/** State of the chain's reading, its halts and how to resume it, and the vault. */
export function ChainPage() {
  const t = useTranslations('chain');
  const query = useQuery(chainQuery);
  return (
    <Room title={t('title')} lead={t('lead')}>
      <Loaded query={query}>
        {({ at, sources, nodes, unknownPayments, vault }) => (
          <>
            {sources.length === 0 && <p className="text-muted text-sm">{t('neverRead')}</p>}
            {sources.map((source) => (
              <Source key={source.source} source={source} now={at} />
            ))}
            <Panel title={t('nodes')}>
              <Nodes nodes={nodes} />
            </Panel>
            <Panel title={t('payments')}>
              <UnknownPayments payments={unknownPayments} />
            </Panel>
            <Panel title={t('vault')}>
              <Vault vault={vault} />
            </Panel>
            <p className="text-muted text-xs">
              {t('readAt')} <Time time={at} />
            </p>
          </>
        )}
      </Loaded>
    </Room>
  );
}
