import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Address } from '#ui/address.tsx';
import { Time } from '#ui/time.tsx';

type OperatorListProps = {
  readonly operators: ReplyOf<'POST /api/ops/operators'>['operators'];
  /** Address of the signed-in operator. */
  readonly own: string;
};

const HEAD = 'px-4 py-1.5 text-left font-medium';

/** The operators with their roles, and the actions on them. */
export function OperatorList({ operators, own }: OperatorListProps) {
  const t = useTranslations('operators');
  return (
    <div className="overflow-x-auto rounded-sm border border-line bg-surface">
      <table className="w-full border-collapse text-sm" aria-label={t('title')}>
        <thead className="bg-sunken text-muted text-xs">
          <tr>
            <th scope="col" className={HEAD}>
              {t('address')}
            </th>
            <th scope="col" className={HEAD}>
              {t('role')}
            </th>
            <th scope="col" className={HEAD}>
              {t('since')}
            </th>
            <th scope="col" className={HEAD}>
              <span className="sr-only">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {operators.map(({ address, role, addedAt }) => (
            <tr key={address}>
              <td className="px-4 py-2">
                <Address address={address} whole />
                {address === own && <span className="ml-2 text-muted text-xs">{t('you')}</span>}
              </td>
              <td className="px-4 py-2">
                <Badge kind={role === 'approver' ? 'success' : 'neutral'}>{t(`roles.${role}`)}</Badge>
              </td>
              <td className="px-4 py-2 text-muted">{addedAt === null ? t('configured') : <Time time={addedAt} />}</td>
              <td className="px-4 py-1">
                <span className="flex flex-wrap justify-end gap-1">
                  <ActionButton
                    name="operators/role"
                    kind="plain"
                    label={t('changeRole')}
                    fields={{ address }}
                    initial={{ role }}
                  />
                  <ActionButton name="operators/remove" kind="plain" label={t('remove')} fields={{ address }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
