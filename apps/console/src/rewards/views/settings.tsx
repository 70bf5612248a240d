import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { useActionWords } from '#actions/use-action-words.ts';
import { formatUtc } from '#platform/format.ts';
import { Money } from '#ui/money.tsx';
import { type Fact, Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type MiningRead = ReplyOf<'POST /api/ops/mining'>;
type PoolsRead = ReplyOf<'POST /api/ops/pools'>;

const percent = (bps: number) => `${(bps / 100).toFixed(2)}%`;

/** The settings of machines today and from tomorrow on, each with the release of a day. */
export function Mining({ mining }: { readonly mining: MiningRead }) {
  const t = useTranslations('rewards');
  const { labelOf } = useActionWords();
  const factsOf = (setting: MiningRead['now']): Fact[] => [
    { label: labelOf('dailyEmission'), value: <Money value={setting.dailyEmission} unit="FMC" /> },
    { label: labelOf('fullHash'), value: <Money value={setting.fullHash} unit="H" /> },
    { label: labelOf('machineLifetimeDays'), value: t('days', { count: setting.machineLifetimeDays }) },
    { label: t('release'), value: <Money value={setting.release} unit="FMC" /> },
  ];
  return (
    <div className="mb-4 flex flex-col gap-4">
      <Facts
        facts={[
          { label: t('machines'), value: mining.machines },
          { label: t('hashRate'), value: <Money value={mining.hashRate} unit="H" /> },
          { label: t('emission'), value: <Money value={mining.emission} unit="FMC" /> },
          { label: t('readAt'), value: <Time time={mining.at} /> },
        ]}
      />
      <Setting title={t('now')} facts={factsOf(mining.now)} />
      {mining.next !== null && <Setting title={t('tomorrow')} facts={factsOf(mining.next)} />}
    </div>
  );
}

/** Balances of the pools, and the release of a day today and from tomorrow on. */
export function Pools({ pools }: { readonly pools: PoolsRead }) {
  const t = useTranslations('rewards');
  const { labelOf } = useActionWords();
  const factsOf = (setting: PoolsRead['now']): Fact[] => [
    { label: labelOf('nodesReleaseBps'), value: percent(setting.nodesReleaseBps) },
    { label: t('nodesRelease'), value: <Money value={setting.nodesRelease} unit="JU" /> },
    { label: labelOf('levelsReleaseBps'), value: percent(setting.levelsReleaseBps) },
    { label: t('levelsRelease'), value: <Money value={setting.levelsRelease} unit="JU" /> },
  ];
  return (
    <div className="mb-4 flex flex-col gap-4">
      <Facts
        facts={[
          { label: t('pool.nodes'), value: <Money value={pools.nodes} unit="JU" /> },
          { label: t('pool.levels'), value: <Money value={pools.levels} unit="JU" /> },
          { label: t('readAt'), value: <Time time={pools.at} /> },
        ]}
      />
      <Setting title={t('now')} facts={factsOf(pools.now)} />
      {pools.next !== null && <Setting title={t('tomorrow')} facts={factsOf(pools.next)} />}
    </div>
  );
}

/** Requirements of node types and levels. */
export function Thresholds({ thresholds }: { readonly thresholds: ReplyOf<'POST /api/ops/thresholds'> }) {
  const t = useTranslations('rewards');
  const { labelOf } = useActionWords();
  const factsOf = (required: Readonly<Record<string, string | number>>) =>
    Object.entries(required).map(([name, value]) => ({
      label: labelOf(name),
      value: typeof value === 'number' ? value : <Money value={value} unit="JU" />,
    }));
  return (
    <div className="flex flex-col gap-3">
      <Setting title={t('now')} facts={factsOf(thresholds.now)} />
      {thresholds.announced.map(({ from, ...later }) => (
        <Setting key={from} title={t('fromDay', { day: formatUtc(from).slice(0, 10) })} facts={factsOf(later)} />
      ))}
    </div>
  );
}

function Setting({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <div className="border-line border-t pt-3">
      <h3 className="mb-2 font-semibold text-sm">{title}</h3>
      <Facts facts={facts} />
    </div>
  );
}
