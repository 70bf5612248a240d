import { startSimulation } from '@city-mint/client/start-simulation.ts';
import type { SimulationInput } from '@city-mint/domain/simulation/answer-simulation';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Panel } from '#ui/panel.tsx';
import { OutlookCharts } from './views/outlook-charts.tsx';
import { OutlookText } from './views/outlook-text.tsx';

type Shown = { readonly of: string; readonly outlook: Outlook };

type SimulationPanelProps = {
  /** Null while the plan or the crowd is incomplete. */
  readonly input: SimulationInput | null;
  /** Tells one input from another: a picture of another one is said to be outdated. */
  readonly inputKey: string;
  /** Called with the key of the input whose picture is shown. */
  readonly onShown?: (key: string) => void;
};

/** A plan against its crowd, simulated in a worker: in words and as charts. */
export function SimulationPanel({ input, inputKey, onShown }: SimulationPanelProps) {
  const t = useTranslations('plans');
  const { done, shown, failed, start, stop } = useSimulation(onShown);
  const isRunning = done !== null;
  return (
    <Panel
      title={t('simulation')}
      aside={
        isRunning ? (
          <Button size="small" kind="soft" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="soft"
            disabled={input === null}
            onClick={() => input !== null && start(input, inputKey)}
          >
            {shown === null ? t('run') : t('runAgain')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{t('simulationText')}</p>
        <div role="status">
          {isRunning && <p className="text-sm">{t('running', { done, runs: input?.simulation.runs ?? done })}</p>}
          {failed && <Notice kind="danger">{t('failed')}</Notice>}
          {shown !== null && shown.of !== inputKey && <Notice kind="pending">{t('outdated')}</Notice>}
        </div>
        {shown !== null && (
          <>
            <OutlookText outlook={shown.outlook} />
            <OutlookCharts outlook={shown.outlook} />
          </>
        )}
      </div>
    </Panel>
  );
}

function useSimulation(onShown: ((key: string) => void) | undefined) {
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const start = (input: SimulationInput, key: string) => {
    setFailed(false);
    setDone(0);
    end.current = startSimulation(input, (message) => {
      if (message.kind === 'progress') return setDone(message.done);
      setDone(null);
      if (message.kind === 'failed') return setFailed(true);
      setShown({ of: key, outlook: message.outlook });
      onShown?.(key);
    });
  };
  const stop = () => {
    end.current?.();
    setDone(null);
  };
  return { done, shown, failed, start, stop };
}
