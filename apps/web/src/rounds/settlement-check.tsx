import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { settlementQuery } from './history-queries.ts';
import type { Recomputed } from './recompute-settlement.ts';
import { settlementUrl } from './settlement-url.ts';
import { SettlementFileLink } from './views/settlement-file-link.tsx';

type Status = { readonly kind: 'idle' | 'busy' | 'failed' } | { readonly kind: 'done'; readonly outcome: Recomputed };

/** The settlement file of a round, and whether this device comes to the same result. */
export function SettlementCheck({ roundId }: { readonly roundId: string }) {
  const t = useTranslations('rounds.check');
  const settlement = useQuery({ ...settlementQuery(roundId), enabled: false });
  const [status, setStatus] = useState<Status>({ kind: 'idle' });
  const check = async () => {
    setStatus({ kind: 'busy' });
    try {
      // The rules of settlement are fetched with the first check only.
      const [{ recomputeSettlement }, { data }] = await Promise.all([
        import('./recompute-settlement.ts'),
        settlement.refetch(),
      ]);
      setStatus(data === undefined ? { kind: 'failed' } : { kind: 'done', outcome: recomputeSettlement(data) });
    } catch {
      setStatus({ kind: 'failed' });
    }
  };
  return (
    <Card className="flex flex-col gap-2 p-2">
      <SettlementFileLink url={settlementUrl(roundId)} />
      <div role="status" className="px-2 text-sm">
        {status.kind === 'failed' && <p className="text-danger">{t('failed')}</p>}
        {status.kind === 'done' && (
          <p className={`flex items-center gap-2 ${status.outcome === 'different' ? 'text-danger' : 'text-success'}`}>
            <Icon name={status.outcome === 'same' ? 'shield' : 'alert'} />
            {t(status.outcome)}
          </p>
        )}
        {status.kind === 'done' && status.outcome === 'too-large' && (
          <code className="block py-1 text-xs wrap-anywhere">
            {`curl ${settlementUrl(roundId)} > round.jsonl && npm run settle -- round.jsonl`}
          </code>
        )}
      </div>
      {status.kind !== 'done' && (
        <Button kind="soft" size="small" busy={status.kind === 'busy'} onClick={() => void check()}>
          {t('action')}
        </Button>
      )}
    </Card>
  );
}
