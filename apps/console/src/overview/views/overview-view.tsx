import type { Overview } from '../overview-types.ts';
import { AlarmsPanel } from './alarms-panel.tsx';
import { HealthPanels } from './health-panels.tsx';
import { LiveRounds } from './live-rounds.tsx';
import { MoneyToday } from './money-today.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

/** What waits first, then the money, the rounds and the health of the system. */
export function OverviewView({ overview }: { readonly overview: Overview }) {
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <WaitingPanel overview={overview} />
        <MoneyToday money={overview.money} />
        <LiveRounds rounds={overview.rounds} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <AlarmsPanel overview={overview} />
        <HealthPanels overview={overview} />
      </div>
    </div>
  );
}
