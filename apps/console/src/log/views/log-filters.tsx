import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import { addressInput } from '@city-mint/api-contract/wire';
import { useTranslations } from 'use-intl';
import { useActionWords } from '#actions/use-action-words.ts';
import { ChoiceFilter, PeriodFilter, TextFilter } from '#ui/filters.tsx';
import type { LogSearch } from '../log-search.ts';
import { entryTitle } from './log-words.ts';

type LogFiltersProps = {
  readonly search: LogSearch;
  readonly onChange: (change: LogSearch) => void;
};

const NAMES = Object.keys(operatorActions).map(actionName);
const ACTIONS = NAMES.flatMap((name) => [name, `propose ${name}`, `reject ${name}`, `refuse ${name}`]);

/** Who, what, on what, and when. */
export function LogFilters({ search, onChange }: LogFiltersProps) {
  const t = useTranslations('log');
  const words = useActionWords();
  const actions = ACTIONS.map((value) => ({ value, label: entryTitle(value, { t, words }) }));
  const checkAddress = (text: string) =>
    addressInput.safeParse(text).success ? null : words.refusalOf({ error: 'address-format', details: {} });
  return (
    <>
      <TextFilter
        label={t('operator')}
        holds="address"
        placeholder="0x…"
        value={search.operator}
        check={checkAddress}
        onChange={(operator) => onChange({ operator })}
      />
      <div className="max-w-[2.4rem]">
        <ChoiceFilter
          label={t('action')}
          options={actions}
          value={search.action}
          onChange={(action) => onChange({ action })}
        />
      </div>
      <TextFilter
        label={t('subject')}
        placeholder="round 12"
        value={search.subject}
        onChange={(subject) => onChange({ subject })}
      />
      <PeriodFilter labels={[t('from'), t('to')]} period={search} onChange={onChange} />
    </>
  );
}
