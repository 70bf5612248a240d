import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ChoiceFilter } from '#ui/filters.tsx';
import { citiesQuery } from './cities-queries.ts';

type CityFilterProps = {
  /** The name that the city was added with; undefined shows all. */
  readonly value: string | undefined;
  readonly onChange: (city: string | undefined) => void;
};

/** A filter by one of the cities. One that an address names is offered before the list is read, and if it is none. */
export function CityFilter({ value, onChange }: CityFilterProps) {
  const t = useTranslations('ui.filter');
  const { data: names = [] } = useQuery(citiesQuery);
  const known = value === undefined || names.includes(value) ? names : [value, ...names];
  return (
    <ChoiceFilter
      label={t('city')}
      value={value}
      options={known.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  );
}
