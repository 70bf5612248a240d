import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';
import { lazyCode } from '#platform/lazy-code.ts';
import type { CheckedRound } from './check-settlement.ts';
import { settlementUrl } from './settlement-url.ts';
import { useSettlementCheck } from './use-settlement-check.ts';
import { SettlementFileLink } from './views/settlement-file-link.tsx';

const verdict = lazyCode(
  ['rounds', 'proof'],
  async () => (await import('./views/settlement-verdict.tsx')).SettlementVerdict,
);

type SettlementCheckProps = { readonly round: CheckedRound };

/**
 * The settlement file of a round, and a check whether this device computes the same result and the contract has it.
 */
export function SettlementCheck({ round }: SettlementCheckProps) {
  const t = useTranslations('rounds.check');
  // The verdict is fetched with the first check.
  const { status, check } = useSettlementCheck(round, verdict.fetch);
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
