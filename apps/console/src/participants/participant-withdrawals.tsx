import { WithdrawalFilters } from '#withdrawals/views/withdrawal-filters.tsx';
import { WithdrawalSheet } from '#withdrawals/withdrawal-sheet.tsx';
import type { WithdrawalFilters as Filters } from '#withdrawals/withdrawals-search.ts';
import { WithdrawalsTable } from '#withdrawals/withdrawals-table.tsx';
import type { ParticipantListProps } from './participant-list-props.ts';

/** A participant's withdrawals, as the room of withdrawals lists all. */
export function ParticipantWithdrawals({ address, search, onChange }: ParticipantListProps) {
  const { withdrawalState, currency, minimum, maximum, from, to, sort, open } = search;
  const filters: Filters = { state: withdrawalState, currency, minimum, maximum, from, to, sort };
  const change = (changed: Filters) => {
    const { state, account: _given, ...others } = { ...filters, ...changed };
    onChange({ ...others, withdrawalState: state });
  };
  return (
    <>
      <WithdrawalsTable
        filters={{ ...filters, account: address }}
        onChange={change}
        openId={open}
        onOpen={(withdrawalId) => onChange({ open: withdrawalId })}
        controls={<WithdrawalFilters filters={filters} onChange={change} withoutAccount />}
      />
      {open !== undefined && (
        <WithdrawalSheet key={open} withdrawalId={open} onClose={() => onChange({ open: undefined })} />
      )}
    </>
  );
}
