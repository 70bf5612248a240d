import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { sharePercent } from '../day-dial.ts';

type MinedDay = ReplyOf<'POST /api/biz/fmc/mining'>['items'][number];

/** The output of a machine on a day, with its hash rate and its share of the total. */
export function MiningRow({ mined }: { readonly mined: MinedDay }) {
  const t = useTranslations('miner.list');
  return (
    <div className="flex min-h-[0.56rem] items-center justify-between gap-3 px-4 py-2">
      <div className="min-w-0">
        <p className="font-medium">{t('machine', { id: mined.machineId })}</p>
        <p className="text-xs text-muted figures">
          <Amount value={mined.hashRate} unit="H" /> · {t('share', { share: sharePercent(mined.share) })}
        </p>
      </div>
      <Amount value={mined.output} unit={mined.currency} signed className="font-semibold text-success" />
    </div>
  );
}
