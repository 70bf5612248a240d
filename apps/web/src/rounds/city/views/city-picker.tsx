import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { shareBps } from '#ui/share-bps.ts';

type City = ReplyOf<'GET /api/app/warehouses'>['cities'][number];

type CityPickerProps = {
  readonly cities: readonly City[];
  readonly value: string;
  readonly onChange: (cityId: string) => void;
};

/** The cities in a row; one with an open round shows the round's progress. */
export function CityPicker({ cities, value, onChange }: CityPickerProps) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  const row = useRef<HTMLFieldSetElement>(null);
  // The chosen city may be outside the visible part: a link names it, or it was chosen for its open round.
  useEffect(() => {
    const { current } = row;
    const chosen = current?.querySelector<HTMLElement>(`[data-city="${CSS.escape(value)}"]`);
    if (current === null || chosen == null) return;
    current.scrollTo({ left: chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2 });
  }, [value]);
  return (
    <fieldset ref={row} className="relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
      <legend className="sr-only">{t('cityPicker')}</legend>
      {cities.map((city) => {
        const open = city.openRound;
        return (
          <label
            key={city.cityId}
            data-city={city.cityId}
            data-checked={city.cityId === value ? '' : undefined}
            className="relative flex min-h-[0.48rem] shrink-0 cursor-pointer items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-medium data-checked:border-accent data-checked:bg-accent-soft data-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name="city"
              value={city.cityId}
              checked={city.cityId === value}
              onChange={() => onChange(city.cityId)}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className={`size-2 rounded-full ${open === null ? 'border border-muted' : 'bg-accent'}`}
            />
            {cityName(city.name)}
            {open !== null && (
              <span className="text-xs figures">{Math.floor(shareBps(open.filled, open.quota) / 100)}%</span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
