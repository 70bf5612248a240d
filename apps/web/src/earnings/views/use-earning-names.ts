import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import type { Earning } from '../earnings-csv.ts';

/** Returns the source of an earning as text: its round, or its UTC day and the number of mining machines. */
export function useEarningNames({ round, day, machines, at }: Earning): { readonly source: string } {
  const t = useTranslations('earnings.list');
  const cityName = useCityName();
  if (round !== null) {
    const { city, phase, number } = round;
    return { source: t('round', { city: cityName(city), phase: String(phase), number: String(number) }) };
  }
  const ofDay = t('day', { day: new Date(day ?? at).toISOString().slice(0, 10).replaceAll('-', '/') });
  return { source: machines === null ? ofDay : `${ofDay} · ${t('machines', { count: machines })}` };
}
