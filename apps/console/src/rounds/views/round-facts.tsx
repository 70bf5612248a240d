import { shortHash } from '@city-mint/client/format.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { formatDuration } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import { fillPercent, leftOf } from '../round-figures.ts';
import type { RoundDetail } from '../round-types.ts';
import { RoundBadge } from './round-badge.tsx';
import { SettlementFiles } from './settlement-files.tsx';

/** A round's terms, filled amount and period. */
export function RoundFacts({ detail }: { readonly detail: RoundDetail }) {
  const t = useTranslations('rounds');
  const { language } = useLanguage();
  const { round, planId, termsHash, dueAt, cancellation } = detail;
  return (
    <Facts
      facts={[
        { label: t('state'), value: <RoundBadge round={round} /> },
        { label: t('share'), value: `${fillPercent(round)} %` },
        { label: t('filled'), value: <Money value={round.filled} unit="JU" /> },
        { label: t('quota'), value: <Money value={round.quota} unit="JU" /> },
        { label: t('orders'), value: round.orders.toLocaleString(language) },
        ...(round.state === 'open'
          ? [{ label: t('left'), value: formatDuration(leftOf(round, Date.now()), language) }]
          : []),
        { label: t('opensAt'), value: <Time time={round.opensAt} /> },
        { label: t('closesAt'), value: <Time time={round.closesAt} /> },
        ...(dueAt === null ? [] : [{ label: t('nextStep'), value: <Time time={dueAt} /> }]),
        {
          label: t('plan'),
          value: (
            <Link to="/plans/$planId" params={{ planId }} className="text-accent-ink underline">
              {t('planLink', { number: planId })}
            </Link>
          ),
        },
        { label: t('terms'), value: <span title={termsHash}>{shortHash(termsHash)}</span> },
        ...(cancellation === null ? [] : [{ label: t(`cancelledBy.${cancellation.by}`), value: cancellation.reason }]),
      ]}
    />
  );
}

/** Coverage of a round that may still fail by the reserve. */
export function CoverageFacts({ coverage }: { readonly coverage: NonNullable<RoundDetail['coverage']> }) {
  const t = useTranslations('rounds');
  const { reserve, drawnFirst, maximumLoss, budget, coverageBps } = coverage;
  return (
    <Facts
      facts={[
        { label: t('covered'), value: `${coverageBps / 100} %` },
        { label: t('maximumLoss'), value: <Money value={maximumLoss} unit="JU" /> },
        { label: t('budget'), value: <Money value={budget} unit="JU" /> },
        { label: t('reserve'), value: <Money value={reserve} unit="JU" /> },
        { label: t('drawnFirst'), value: <Money value={drawnFirst} unit="JU" /> },
      ]}
    />
  );
}

const TOTALS = [
  ...(['principal', 'fee', 'reward', 'nodes', 'levels', 'treasury', 'reserveIn', 'split', 'minted'] as const),
  ...(['refund', 'loss', 'launchCosts', 'compensation', 'hash'] as const),
];
const UNITS: Readonly<Record<string, string>> = { minted: 'FMC', hash: 'H' };

type ResultProps = {
  readonly result: NonNullable<RoundDetail['result']>;
  readonly files: RoundDetail['files'];
};

/** Result of a settled round, the stages of its FMC, and its published files. */
export function ResultFacts({ result, files }: ResultProps) {
  const t = useTranslations('rounds');
  const totals = TOTALS.flatMap((name) => {
    const value = result.totals[name];
    return value === undefined
      ? []
      : [{ label: t(`totals.${name}`), value: <Money value={value} unit={UNITS[name] ?? 'JU'} /> }];
  });
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { label: t('outcome'), value: t(`outcomes.${result.outcome}`) },
          { label: t('settledAt'), value: <Time time={result.settledAt} /> },
          ...totals,
        ]}
      />
      {result.stages.length > 0 && (
        <Facts
          facts={result.stages.map(({ stage, amount, dueAt, paidAt }) => ({
            label: t('stage', { number: `${stage}` }),
            value: (
              <span className="flex flex-col">
                <Money value={amount} unit="FMC" />
                <span className="text-muted text-xs">
                  {paidAt === null ? t('dueAt') : t('paidAt')} <Time time={paidAt ?? dueAt} />
                </span>
              </span>
            ),
          }))}
        />
      )}
      {files.length > 0 && <SettlementFiles files={files} />}
    </div>
  );
}
