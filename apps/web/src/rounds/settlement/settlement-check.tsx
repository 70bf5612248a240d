import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { OwnResult } from './check-inclusion.ts';
import { settlementUrl } from './settlement-url.ts';
import type { Recomputed, WorkerMessage } from './start-recompute.ts';
import { SettlementFileLink } from './views/settlement-file-link.tsx';

type Status =
  | { readonly kind: 'idle' | 'failed' }
  | { readonly kind: 'busy'; readonly part: number }
  | { readonly kind: 'done'; readonly outcome: Recomputed; readonly isIncluded: boolean | null };

type SettlementCheckProps = {
  readonly roundId: string;
  /** The user's own order, whose inclusion in the published tree is checked too. */
  readonly own?: OwnResult | null;
};

/** The settlement file of a round, and a check whether this device computes the same result. */
export function SettlementCheck({ roundId, own = null }: SettlementCheckProps) {
  const t = useTranslations('rounds.check');
  const { status, check } = useCheck(roundId, own);
  return (
    <Card className="flex flex-col gap-2 p-2">
      <SettlementFileLink url={settlementUrl(roundId)} />
      <div role="status" className="flex flex-col gap-1 px-2 text-sm empty:hidden">
        {status.kind === 'failed' && <p className="text-danger">{t('failed')}</p>}
        {status.kind === 'done' && (
          <>
            <Verdict isGood={status.outcome === 'same'} text={t(status.outcome)} />
            {status.isIncluded !== null && (
              <Verdict isGood={status.isIncluded} text={t(status.isIncluded ? 'included' : 'notIncluded')} />
            )}
          </>
        )}
      </div>
      {status.kind === 'busy' && (
        <progress
          aria-label={t('action')}
          value={status.part}
          className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
        />
      )}
      {status.kind !== 'done' && (
        <Button kind="soft" size="small" busy={status.kind === 'busy'} onClick={check}>
          {t('action')}
        </Button>
      )}
    </Card>
  );
}

function Verdict({ isGood, text }: { readonly isGood: boolean; readonly text: string }) {
  return (
    <p className={`flex items-center gap-2 ${isGood ? 'text-success' : 'text-danger'}`}>
      <Icon name={isGood ? 'shield' : 'alert'} />
      {text}
    </p>
  );
}

function useCheck(roundId: string, own: OwnResult | null) {
  const [status, setStatus] = useState<Status>({ kind: 'idle' });
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const finish = async (outcome: Recomputed) => {
    // The hash functions are fetched with the first check.
    const included = own === null ? null : await import('./check-inclusion.ts');
    setStatus({
      kind: 'done',
      outcome,
      isIncluded: own === null || included === null ? null : included.isIncluded(roundId, own),
    });
  };
  const follow = (message: WorkerMessage) => {
    if (message.kind === 'failed') return setStatus({ kind: 'failed' });
    if (message.kind === 'done') return void finish(message.outcome).catch(() => setStatus({ kind: 'failed' }));
    setStatus({ kind: 'busy', part: message.step === 'fetch' ? message.part * 0.3 : 0.3 + message.part * 0.7 });
  };
  const check = async () => {
    setStatus({ kind: 'busy', part: 0 });
    try {
      const { startRecompute } = await import('./start-recompute.ts');
      end.current = startRecompute(settlementUrl(roundId), follow);
    } catch {
      setStatus({ kind: 'failed' });
    }
  };
  return { status, check: () => void check() };
}
