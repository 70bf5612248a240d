import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '#platform/lazy-code.ts';
import type { CheckedRound, CheckedSettlement } from './check-settlement.ts';
import { settlementUrl } from './settlement-url.ts';
import type { Recomputed, WorkerMessage } from './start-recompute.ts';
import { SettlementFileLink } from './views/settlement-file-link.tsx';

const verdict = lazyCode(
  ['rounds', 'proof'],
  async () => (await import('./views/settlement-verdict.tsx')).SettlementVerdict,
);

type Status =
  | { readonly kind: 'idle' | 'failed' }
  | { readonly kind: 'busy'; readonly part: number }
  | { readonly kind: 'done'; readonly checked: CheckedSettlement };

type SettlementCheckProps = { readonly round: CheckedRound };

/**
 * The settlement file of a round, and a check whether this device computes the same result and the contract has it.
 */
export function SettlementCheck({ round }: SettlementCheckProps) {
  const t = useTranslations('rounds.check');
  const { status, check } = useCheck(round);
  return (
    <Card className="flex flex-col gap-2 p-2">
      <SettlementFileLink url={settlementUrl(round.roundId)} />
      <div role="status" className="flex flex-col gap-1 px-2 text-sm empty:hidden">
        {status.kind === 'failed' && <p className="text-danger">{t('failed')}</p>}
        {status.kind === 'done' && verdict.part !== null && <verdict.part checked={status.checked} />}
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

function useCheck(round: CheckedRound) {
  const client = useQueryClient();
  const [status, setStatus] = useState<Status>({ kind: 'idle' });
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const fail = () => setStatus({ kind: 'failed' });
  const finish = async (recomputed: Recomputed) => {
    // The hash functions and the verdict are fetched with the first check.
    const [{ checkSettlement }, { anchoredRootQuery }] = await Promise.all([
      import('./check-settlement.ts'),
      import('#proof/vault-queries.ts'),
      verdict.fetch(),
    ]);
    const readRoot = (subject: string) => client.fetchQuery(anchoredRootQuery(subject));
    setStatus({ kind: 'done', checked: await checkSettlement(recomputed, round, readRoot) });
  };
  const follow = (message: WorkerMessage | { readonly kind: 'failed' }) => {
    if (message.kind === 'failed') return fail();
    if (message.kind === 'done') return void finish(message.recomputed).catch(fail);
    setStatus({ kind: 'busy', part: message.step === 'fetch' ? message.part * 0.3 : 0.3 + message.part * 0.7 });
  };
  const check = async () => {
    setStatus({ kind: 'busy', part: 0 });
    try {
      const { startRecompute } = await import('./start-recompute.ts');
      end.current = startRecompute(settlementUrl(round.roundId), follow);
    } catch {
      fail();
    }
  };
  return { status, check: () => void check() };
}
