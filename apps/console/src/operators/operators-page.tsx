import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { useOperator } from '#session/operator-queries.ts';
import { Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { operatorsQuery } from './operators-queries.ts';
import { OperatorList } from './views/operator-list.tsx';

/** Who may sign in here, and with which role. */
export function OperatorsPage() {
  const t = useTranslations('operators');
  const { address } = useOperator();
  const query = useQuery(operatorsQuery);
  return (
    <Room title={t('title')} lead={t('lead')} actions={<ActionButton name="operators/add" kind="primary" />}>
      <Loaded query={query}>{({ operators }) => <OperatorList operators={operators} own={address} />}</Loaded>
    </Room>
  );
}
