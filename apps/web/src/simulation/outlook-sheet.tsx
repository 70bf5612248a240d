import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { type Published, readPublished, type Stop, stopChoices } from './read-published.ts';
import { publishedPlanQuery } from './simulation-queries.ts';
import { useSimulation } from './use-simulation.ts';
import { CrowdFold } from './views/crowd-fold.tsx';
import { Introduction, type SignedPlan } from './views/introduction.tsx';
import { Participants } from './views/participants.tsx';
import { ReserveCurve } from './views/reserve-curve.tsx';
import { RunAgain } from './views/run-again.tsx';
import { StopChips } from './views/stop-chips.tsx';
import { WorstCase } from './views/worst-case.tsx';

export type OutlookSheetProps = { readonly open: boolean; readonly onClose: () => void; readonly roundId: string };

/** The published simulation of a round's plan: an assumed crowd, simulated on this device while the sheet is open. */
export function OutlookSheet({ open, onClose, roundId }: OutlookSheetProps) {
  const t = useTranslations('simulation');
  const tUi = useTranslations('ui');
  const cityName = useCityName();
  const query = useQuery({ ...publishedPlanQuery(roundId), enabled: open });
  const { data } = query;
  const published = useMemo(() => (data === undefined ? null : readPublished(data)), [data]);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      {...(data === undefined
        ? {}
        : { description: t('place', { city: cityName(data.city), phase: String(data.phase) }) })}
    >
      {data === undefined && query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data === undefined && query.error === null && <SkeletonRows rows={5} />}
      {published?.kind === 'none' && <EmptyState title={t('none.title')} text={t('none.text')} />}
      {published?.kind === 'unreadable' && (
        <div role="alert">
          <EmptyState
            icon="alert"
            title={t('unreadable.title')}
            text={t('unreadable.text')}
            action={
              <Button kind="soft" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
                {tUi('retry')}
              </Button>
            }
          />
        </div>
      )}
      {published?.kind === 'ready' && data !== undefined && (
        <Simulated published={published} signed={data.log} roundId={roundId} open={open} />
      )}
    </Sheet>
  );
}

type SimulatedProps = {
  readonly published: Extract<Published, { kind: 'ready' }>;
  readonly signed: SignedPlan | null;
  readonly roundId: string;
  /** A closed sheet computes nothing. */
  readonly open: boolean;
};

function Simulated({ published, signed, roundId, open }: SimulatedProps) {
  const [stop, setStop] = useState<Stop>('published');
  const choices = useMemo(() => stopChoices(published.input), [published]);
  const chosen = choices.find((choice) => choice.stop === stop) ?? choices[0];
  const { plan, simulation } = chosen.input;
  const { status, retry } = useSimulation(open ? chosen.input : null);
  return (
    <div className="flex flex-col gap-5">
      <Introduction signed={signed} />
      <StopChips choices={choices} chosen={chosen} publishedRuns={published.input.simulation.runs} onStop={setStop} />
      {status.kind === 'running' && <Running done={status.done} runs={simulation.runs} />}
      {status.kind === 'failed' && <Failed onRetry={retry} />}
      {status.kind === 'done' && (
        <>
          <WorstCase outlook={status.outlook} terms={plan.terms} />
          <Participants outlook={status.outlook} />
          <ReserveCurve outlook={status.outlook} start={simulation.funds.reserve} />
          <CrowdFold simulation={simulation} />
          <RunAgain outlook={status.outlook} roundId={roundId} stopAfter={chosen.rounds} />
        </>
      )}
    </div>
  );
}

function Running({ done, runs }: { readonly done: number; readonly runs: number }) {
  const t = useTranslations('simulation');
  const text = t('running', { done, runs });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted figures">{text}</p>
      <progress
        aria-label={text}
        value={done}
        max={runs}
        className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
      />
      <SkeletonRows rows={4} />
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('simulation.failed');
  const tUi = useTranslations('ui');
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={t('title')}
        text={t('text')}
        action={
          <Button kind="soft" size="small" onClick={onRetry}>
            {tUi('retry')}
          </Button>
        }
      />
    </div>
  );
}
