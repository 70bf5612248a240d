import { shortAddress } from '@city-mint/client/format.ts';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';
import type { Bead } from '../beads.ts';
import type { Direct, Team } from '../network.ts';
import { formatUtcDay } from '../utc-time.ts';

/** The leg with the largest performance, which the small area excludes. */
export function LargestLeg({
  bead,
  onPick,
}: {
  readonly bead: Bead | null;
  readonly onPick: (direct: Direct) => void;
}) {
  const t = useTranslations('team');
  return (
    <Card className="flex flex-col gap-1">
      <div className="pair">
        <h2 className="font-display text-base font-semibold">{t('largestLeg')}</h2>
        <span className="text-xs text-muted">{t('largestLegNote')}</span>
      </div>
      {bead === null ? (
        <p className="text-sm text-muted">{t('largestLegNone')}</p>
      ) : (
        <button
          type="button"
          onClick={() => onPick(bead.direct)}
          className="tap -mx-2 flex items-center gap-2.5 rounded-lg px-2 text-left active:bg-sunken"
        >
          <span className="size-3 shrink-0 rounded-full bg-gold" aria-hidden="true" />
          <span className="flex-1 font-mono text-sm">{shortAddress(bead.direct.address)}</span>
          <Amount value={bead.leg} unit="JU" compact className="font-semibold" />
          <Icon name="next" className="text-xs text-muted" />
        </button>
      )}
    </Card>
  );
}

/** The node type, and the requirements of the next one. */
export function NodeCard({ team }: { readonly team: Team }) {
  const t = useTranslations('team');
  const { nextNodeType: next, announced } = team;
  return (
    <Card className="flex flex-col gap-3">
      <div className="pair items-center">
        <h2 className="font-display text-base font-semibold">{t('nodeType')}</h2>
        <Badge kind={team.nodeType === 'none' ? 'neutral' : 'success'}>{t(`nodeTypes.${team.nodeType}`)}</Badge>
      </div>
      {next === null ? (
        <p className="text-sm text-muted">{t('nodeTop')}</p>
      ) : (
        <>
          <p className="text-sm font-medium">{t('nodeNext', { type: t(`nodeTypes.${next.nodeType}`) })}</p>
          <dl className="flex flex-col gap-3 text-sm">
            <Goal label={t('nodeDirects')} bps={shareBps(String(team.joinedDirectCount), String(next.joinedDirects))}>
              {t('nodeDirectsOf', { joined: team.joinedDirectCount, needed: next.joinedDirects })}
            </Goal>
            <Goal label={t('nodePerformance')} bps={shareBps(team.teamPerformance, next.teamPerformance)}>
              <Amount value={team.teamPerformance} compact /> / {exactAmount(next.teamPerformance)} JU
            </Goal>
          </dl>
          {announced !== null && announced.joinedDirects !== null && announced.teamPerformance !== null && (
            <p className="text-sm text-muted">
              {t('nodeFrom', {
                date: formatUtcDay(announced.from),
                joined: announced.joinedDirects,
                amount: exactAmount(announced.teamPerformance),
              })}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

type GoalProps = { readonly label: string; readonly bps: number; readonly children: ReactNode };

function Goal({ label, bps, children }: GoalProps) {
  return (
    <div className="pair">
      <dt className="text-muted">{label}</dt>
      <dd className="figures">{children}</dd>
      <dd aria-hidden="true" className="mt-1 h-1.5 w-full overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${bps / 100}%` }} />
      </dd>
    </div>
  );
}
