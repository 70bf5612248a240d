import { Card } from '@city-mint/ui/card.tsx';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { operatorsQuery } from './operators-queries.ts';

/** Who may sign in here. */
export function OperatorsPage() {
  const t = useTranslations('shell.room');
  const { data } = useQuery(operatorsQuery);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-display font-semibold text-xl">{t('operators')}</h1>
      {data === undefined ? (
        <SkeletonRows />
      ) : (
        <Card>
          <ul className="flex flex-col divide-y divide-line text-sm">
            {data.operators.map(({ address, addedAt }) => (
              <li key={address} className="flex flex-wrap justify-between gap-4 py-2">
                <GroupedAddress address={address} />
                {addedAt !== null && <span className="figures text-muted">{formatTime(addedAt)}</span>}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
