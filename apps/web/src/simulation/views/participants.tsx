import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type GroupWords, outlookWords } from '@city-mint/domain/simulation/outlook-words';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { ResultFrame } from '#ui/result-frame.tsx';

/** Participants' results, separately in JU and FMC: by how they joined, and by when they first did. */
export function Participants({ outlook }: { readonly outlook: Outlook }) {
  const t = useTranslations('simulation.outcomes');
  const { everybody, byHand, autoMint, since } = outlookWords(outlook);
  const groups = [
    { name: t('everybody'), group: everybody },
    { name: t('byHand'), group: byHand },
    { name: t('autoMint'), group: autoMint },
  ];
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('title')}</SectionTitle>
      <p className="px-1 text-sm">{t('losers', { wallets: everybody.wallets, losers: everybody.losers })}</p>
      <div className="rounded-xl border border-line px-4 py-1">
        {groups
          .filter(({ group }) => group.wallets > 0)
          .map(({ name, group }) => (
            <Group key={name} name={name} group={group} />
          ))}
      </div>
      <p className="px-1 text-xs text-muted">{t('note')}</p>
      {everybody.wallets > 0 && <SinceChart since={since} />}
    </section>
  );
}

function Group({ name, group }: { readonly name: string; readonly group: GroupWords }) {
  const t = useTranslations('simulation.outcomes');
  const { meanJu, meanFmc, worstJu } = group;
  return (
    <div className="border-b border-line py-2.5 text-sm last:border-b-0">
      <h3 className="font-semibold">{name}</h3>
      <dl className="mt-0.5 pair gap-y-1">
        <div>
          <dt className="text-xs text-muted">{t('mean')}</dt>
          <dd>
            <Amount value={formatAmount(meanJu)} unit="JU" signed className={meanJu < 0n ? 'text-danger' : ''} />
            <span className="text-muted"> · </span>
            <Amount value={formatAmount(meanFmc)} unit="FMC" signed />
          </dd>
        </div>
        <div className="ml-auto text-right">
          <dt className="text-xs text-muted">{t('lowest')}</dt>
          <dd>
            <Amount value={formatAmount(worstJu)} unit="JU" signed className={worstJu < 0n ? 'text-danger' : ''} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function SinceChart({ since }: { readonly since: readonly GroupWords[] }) {
  const t = useTranslations('simulation');
  const points = since.map(({ meanJu, meanFmc }, index) => ({
    at: index + 1,
    netJu: formatAmount(meanJu),
    fmc: formatAmount(meanFmc),
  }));
  return (
    <Card>
      <h3 className="mb-1 text-sm font-semibold">{t('outcomes.since')}</h3>
      <ResultFrame
        points={points}
        names={{ fmc: t('outcomes.fmc'), gain: t('outcomes.gain'), loss: t('outcomes.loss') }}
        ends={[t('round', { round: '1' }), t('round', { round: String(since.length) })]}
      />
      <SinceTable since={since} />
    </Card>
  );
}

function SinceTable({ since }: { readonly since: readonly GroupWords[] }) {
  const t = useTranslations('simulation');
  const cell = (value: bigint) => <data value={formatAmount(value)}>{formatAmount(value)}</data>;
  return (
    // A table itself would be as wide as its figures.
    <div className="sr-only">
      <table>
        <caption>{t('outcomes.since')}</caption>
        <thead>
          <tr>
            <th>{t('outcomes.group')}</th>
            <th>{t('outcomes.wallets')}</th>
            <th>{t('outcomes.losing')}</th>
            <th>{t('outcomes.mean')} JU</th>
            <th>{t('outcomes.mean')} FMC</th>
            <th>{t('outcomes.lowest')} JU</th>
          </tr>
        </thead>
        <tbody>
          {since.map(({ wallets, losers, meanJu, meanFmc, worstJu }, index) => {
            const name = t('round', { round: String(index + 1) });
            return (
              <tr key={name}>
                <th>{name}</th>
                <td>{wallets}</td>
                <td>{losers}</td>
                <td>{cell(meanJu)}</td>
                <td>{cell(meanFmc)}</td>
                <td>{cell(worstJu)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
