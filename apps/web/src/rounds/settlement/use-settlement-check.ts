import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckedRound, CheckedSettlement } from './check-settlement.ts';
import { settlementUrl } from './settlement-url.ts';
import type { WorkerMessage } from './start-recompute.ts';

/** The status of a check; once it is done, with the file that was read: what it holds is what was checked. */
export type CheckStatus =
  | { readonly kind: 'idle' | 'failed' }
  | { readonly kind: 'busy'; readonly part: number }
  | { readonly kind: 'done'; readonly checked: CheckedSettlement; readonly file: Blob };

/**
 * Returns the status of the check of a round's settlement, and the function that starts it. `prepare` is awaited before
 * the check is done.
 */
export function useSettlementCheck(round: CheckedRound, prepare?: () => Promise<void>) {
  const client = useQueryClient();
  const [status, setStatus] = useState<CheckStatus>({ kind: 'idle' });
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const fail = () => setStatus({ kind: 'failed' });
  const finish = async ({ recomputed, file }: Extract<WorkerMessage, { kind: 'done' }>) => {
    // The hash functions are fetched with the first check.
    const [{ checkSettlement }, { anchoredRootQuery }] = await Promise.all([
      import('./check-settlement.ts'),
      import('#proof/vault-queries.ts'),
      prepare?.(),
    ]);
    const readRoot = (subject: string) => client.fetchQuery(anchoredRootQuery(subject));
    setStatus({ kind: 'done', checked: await checkSettlement(recomputed, round, readRoot), file });
  };
  const follow = (message: WorkerMessage | { readonly kind: 'failed' }) => {
    if (message.kind === 'failed') return fail();
    if (message.kind === 'done') return void finish(message).catch(fail);
    setStatus({ kind: 'busy', part: message.step === 'fetch' ? message.part * 0.3 : 0.3 + message.part * 0.7 });
  };
  const check = async () => {
    setStatus({ kind: 'busy', part: 0 });
    try {
      const { startRecompute } = await import('./start-recompute.ts');
      end.current?.();
      end.current = startRecompute(settlementUrl(round.roundId), follow);
    } catch {
      fail();
    }
  };
  return { status, check: () => void check() };
}
