import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { type KeyValue, KeyValues } from '@city-mint/ui/key-values.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { FailedSettlement } from '#rounds/settlement/views/failed-settlement.tsx';
import { MintedSettlement } from '#rounds/settlement/views/minted-settlement.tsx';
import { Amount } from '#ui/amount.tsx';
import { worstFailure } from '../explain.ts';

type Detail = ReplyOf<'POST /api/biz/mint/detail'>;
type Round = ReplyOf<'GET /api/app/home'>['openRounds'][number];
type Preview = ReplyOf<'POST /api/app/preview'>;
type Team = ReplyOf<'GET /api/biz/team'>;

/** The rules by an order of the user: its result, or its expected result while its round is open. */
export function OrderFigures({ detail }: { readonly detail: Detail }) {
  const t = useTranslations('questions.figures');
  const place = useTranslations('live');
  const cityName = useCityName();
  const { order } = detail;
  const name = { city: cityName(order.city), phase: String(order.phase), number: String(order.number) };
  return (
    <FiguresCard badge={<Badge kind="success">{t('own')}</Badge>} text={place('place', name)}>
      <KeyValues rows={[{ label: place('joined'), value: exact(order.accepted, 'JU'), strong: true }]} />
      <Outcome detail={detail} />
    </FiguresCard>
  );
}

function Outcome({ detail: { order, terms, settlement } }: { readonly detail: Detail }) {
  const t = useTranslations('questions.figures');
  const mine = useTranslations('rounds.join');
  if (settlement?.minted != null) {
    return (
      <>
        <p className="text-sm text-muted">{t('minted')}</p>
        <MintedSettlement minted={settlement.minted} settledAt={settlement.settledAt} />
      </>
    );
  }
  if (settlement?.failed != null) {
    return (
      <>
        <p className="text-sm text-muted">{t('failed')}</p>
        <FailedSettlement
          failed={settlement.failed}
          settledAt={settlement.settledAt}
          compensationTimesBps={terms.compensationTimesBps}
          order={order}
        />
      </>
    );
  }
  if (settlement !== null) return <p className="text-sm text-muted">{t('cancelled')}</p>;
  const rows: readonly (readonly [string, string | null, string])[] = [
    [mine('getFmc'), order.estimatedFmc, 'FMC'],
    [mine('loseAtMost'), order.maximumLoss, 'JU'],
  ];
  return (
    <>
      <p className="text-sm text-muted">{t('open')}</p>
      <KeyValues rows={rows.flatMap(([label, value, unit]) => (value === null ? [] : [row(label, value, unit)]))} />
    </>
  );
}

/** The rules by the smallest order of an open round, marked as an example. */
export function ExampleFigures({ round, preview }: { readonly round: Round; readonly preview: Preview }) {
  const t = useTranslations('questions.figures');
  const join = useTranslations('rounds.join');
  const cityName = useCityName();
  const { success } = preview;
  const failure = worstFailure(preview.failures);
  return (
    <FiguresCard
      badge={<Badge kind="pending">{t('example')}</Badge>}
      text={t('exampleText', { city: cityName(round.city), amount: exactAmount(preview.accepted) })}
    >
      <p className="text-sm text-muted">{t('minted')}</p>
      <KeyValues
        rows={[
          row(join('fee'), success.fee, 'JU'),
          row(join('principalBack'), success.principal, 'JU'),
          row(join('getFmc'), success.fmc, 'FMC'),
        ]}
      />
      {failure !== null && (
        <>
          <p className="text-sm text-muted">{t('failed')}</p>
          <KeyValues
            rows={[
              row(join('refund'), failure.refund, 'JU'),
              row(join('loss'), failure.loss, 'JU'),
              row(join('compensation'), failure.compensation, 'JU'),
              row(join('hash'), failure.hashPower, 'H'),
            ]}
          />
        </>
      )}
    </FiguresCard>
  );
}

/** Shown without an order and an open round, i.e. without figures. */
export function NoFigures() {
  const t = useTranslations('questions.figures');
  return (
    <Card>
      <p className="text-sm text-muted">{t('none')}</p>
    </Card>
  );
}

/** The user's progress to the next level. */
export function LevelFigures({ team }: { readonly team: Team }) {
  const t = useTranslations('questions.figures');
  const of = useTranslations('team');
  const { nextLevel } = team;
  return (
    <FiguresCard badge={<Badge kind="success">{t('level')}</Badge>} text={t('levelText')}>
      <KeyValues
        rows={[
          row(of('smallArea'), team.smallAreaPerformance, 'JU'),
          { label: of('level'), value: of('levelValue', { level: String(team.teamLevel) }) },
        ]}
      />
      <p className="text-sm">
        {nextLevel === null
          ? of('levelTop')
          : of('levelMissing', {
              amount: shownAmount(nextLevel.missing),
              level: String(nextLevel.level),
            })}
      </p>
    </FiguresCard>
  );
}

type FiguresCardProps = { readonly badge: ReactNode; readonly text: string; readonly children: ReactNode };

function FiguresCard({ badge, text, children }: FiguresCardProps) {
  return (
    <Card className="flex flex-col gap-2.5">
      <div className="flex flex-col items-start gap-1.5">
        {badge}
        <p className="text-base font-semibold">{text}</p>
      </div>
      {children}
    </Card>
  );
}

function row(label: string, value: string, unit: string): KeyValue {
  return { label, value: exact(value, unit) };
}

function exact(value: string, unit: string): ReactNode {
  return <Amount value={value} unit={unit} exact />;
}
