import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';

/** The earnings from the team in 30 days, in JU by source. */
export type TeamEarnings = Readonly<Record<'total' | 'reward' | 'nodes' | 'levels', string>>;

const SOURCES = ['reward', 'nodes', 'levels'] as const;
const COLOURS = { reward: 'bg-accent', nodes: 'bg-accent/45', levels: 'bg-gold' } as const;

/** The earnings from the team over 30 days, divided into their three sources. */
export function EarningsSplit({ earnings }: { readonly earnings: TeamEarnings }) {
  const t = useTranslations('team');
  const isNone = /^[0.]*$/.test(earnings.total);
  return (
    <Card className="flex flex-col gap-3">
      <div className="pair">
        <h2 className="font-display text-base font-semibold">{t('earnings')}</h2>
        <span className="text-xs text-muted">{t('earningsSpan')}</span>
      </div>
      {isNone ? (
        <p className="text-sm text-muted">{t('earningsNone')}</p>
      ) : (
        <>
          <p className="text-xl font-semibold">
            <Amount value={earnings.total} unit="JU" signed />
          </p>
          <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
            {SOURCES.map((source) => (
              <div
                key={source}
                className={`${COLOURS[source]} first:rounded-l-full last:rounded-r-full`}
                style={{ width: `${shareBps(earnings[source], earnings.total) / 100}%` }}
              />
            ))}
          </div>
        </>
      )}
      <dl className="tiles">
        {SOURCES.map((source) => (
          <div key={source}>
            <dt className="flex items-center gap-1.5 text-xs text-muted">
              <span className={`size-2 shrink-0 rounded-full ${COLOURS[source]}`} aria-hidden="true" />
              {t(`sources.${source}`)}
            </dt>
            <dd className="mt-0.5 text-sm font-semibold">
              <Amount value={earnings[source]} unit="JU" compact />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
