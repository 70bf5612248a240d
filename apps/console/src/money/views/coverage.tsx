import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';

/** How far the reserve covers each round that may still fail. */
export function Coverage({ reserve }: { readonly reserve: ReplyOf<'POST /api/ops/reserve'> }) {
  const t = useTranslations('money');
  return (
    <div className="flex flex-col gap-3">
      <Facts
        facts={[
          { label: t('funds.reserve'), value: <Money value={reserve.balance} unit="JU" /> },
          { label: t('maximumLoss'), value: <Money value={reserve.maximumLoss} unit="JU" /> },
        ]}
      />
      {reserve.rounds.length === 0 ? (
        <p className="text-muted text-sm">{t('noCoverage')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm" aria-label={t('coverage')}>
            <thead>
              <tr className="text-left text-muted text-xs">
                <th className="py-1 font-normal">{t('round')}</th>
                <th className="py-1 text-right font-normal">{t('filled')}</th>
                <th className="py-1 text-right font-normal">{t('maximumLoss')}</th>
                <th className="py-1 text-right font-normal">{t('budget')}</th>
                <th className="py-1 text-right font-normal">{t('covered')}</th>
              </tr>
            </thead>
            <tbody>
              {reserve.rounds.map((round) => (
                <tr key={round.roundId} className="border-line border-t">
                  <td className="py-1.5">{t('roundOf', { ...round })}</td>
                  <td className="text-right">
                    <Money value={round.filled} /> / <Money value={round.quota} />
                  </td>
                  <td className="text-right">
                    <Money value={round.maximumLoss} />
                  </td>
                  <td className="text-right">
                    <Money value={round.budget} />
                  </td>
                  <td className="text-right figures">{(round.coverageBps / 100).toFixed(2)}%</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
