import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { shareBps } from '#ui/share-bps.ts';
import { WORLD_DOTS } from '../generated/world-dots.ts';
import { COLUMNS, mapPoint, ROWS } from '../map-grid.ts';

type City = ReplyOf<'GET /api/app/warehouses'>['cities'][number];
type Round = ReplyOf<'GET /api/app/home'>['openRounds'][number];

type CityMapProps = {
  /** Null while the cities are fetched. */
  readonly cities: readonly City[] | null;
  /** The open rounds, which are fetched more often than the cities. */
  readonly openRounds: readonly Round[];
};

const LISTED_CITIES = 5;

/** A dotted world map of the cities, and a list of them with the progress of each. */
export function CityMap({ cities, openRounds }: CityMapProps) {
  const t = useTranslations('home');
  const cityName = useCityName();
  const names = (cities ?? []).map((city) => cityName(city.name)).join(', ');
  const isOpen = (city: City) => roundOf(city, openRounds) !== null;
  // Those with an open round first, otherwise in their given order.
  const listed = (cities ?? []).toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))).slice(0, LISTED_CITIES);
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle>{t('map')}</SectionTitle>
      <Card className="flex flex-col gap-3 p-3">
        <svg
          viewBox={`0 0 ${COLUMNS} ${ROWS}`}
          className="w-full"
          role="img"
          aria-label={t('mapLabel', { count: cities?.length ?? 0, names })}
        >
          <path
            d={landPath()}
            className="fill-none stroke-muted/65"
            strokeWidth="0.62"
            strokeLinecap="round"
            strokeDasharray="0 1"
          />
          {(cities ?? []).map((city) => (
            <CityPin key={city.cityId} city={city} open={roundOf(city, openRounds) !== null} />
          ))}
        </svg>
        <ul className="divide-y divide-line px-1">
          {listed.map((city) => (
            <li key={city.cityId}>
              <CityRow city={city} round={roundOf(city, openRounds)} />
            </li>
          ))}
          {listed.length < (cities?.length ?? 0) && (
            <li>
              <Link to="/city" className="tap flex items-center justify-between text-sm font-semibold text-accent-ink">
                {t('allCities', { count: cities?.length ?? 0 })}
                <Icon name="next" className="text-xs" />
              </Link>
            </li>
          )}
          {cities?.length === 0 && <li className="py-2 text-center text-sm text-muted">{t('mapEmpty')}</li>}
        </ul>
      </Card>
    </div>
  );
}

function CityPin({ city, open }: { readonly city: City; readonly open: boolean }) {
  const { x, y } = mapPoint(city);
  return (
    <g transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
      {open && (
        <circle r="2.6" className="animate-wave fill-accent [transform-box:fill-box] [transform-origin:center]" />
      )}
      <circle r="1.5" className={open ? 'fill-accent' : 'fill-surface stroke-accent-ink'} strokeWidth="0.6" />
    </g>
  );
}

/** Returns the latest figures of a city's open round, or null. */
function roundOf(city: City, openRounds: readonly Round[]): Round | null {
  return openRounds.find((round) => round.cityId === city.cityId) ?? city.openRound;
}

function CityRow({ city, round }: { readonly city: City; readonly round: Round | null }) {
  const t = useTranslations('home');
  const cityName = useCityName();
  return (
    <Link
      to="/city"
      search={{ city: city.cityId }}
      className="flex min-h-[0.48rem] flex-wrap items-center gap-x-3 py-1 text-sm"
    >
      <span className={`size-2 shrink-0 rounded-full ${round === null ? 'border border-accent-ink' : 'bg-accent'}`} />
      <span className="min-w-[0.8rem] flex-1 font-medium wrap-anywhere">{cityName(city.name)}</span>
      {round === null ? (
        <span className="ml-auto text-right text-muted figures">
          {t('resultsMinted')} {city.roundsMinted} · {t('resultsFailed')} {city.roundsFailed}
        </span>
      ) : (
        <span className="ml-auto text-accent-ink figures">
          {t('openNow')} · {Math.floor(shareBps(round.filled, round.quota) / 100)}%
        </span>
      )}
    </Link>
  );
}

let land: string | null = null;

/**
 * Returns a line for each row of adjoining dots on land; its dashes of length 0 have round caps, so each is a dot. The
 * server's first picture omits the dots. The path is computed when the map renders, not during the first load.
 */
function landPath(): string {
  land ??= import.meta.env.SSR ? '' : drawLand();
  return land;
}

function drawLand(): string {
  const bits = atob(WORLD_DOTS);
  const isLand = (index: number) => ((bits.charCodeAt(index >> 3) >> (index & 7)) & 1) === 1;
  let path = '';
  for (let index = 0; index < COLUMNS * ROWS; index += 1) {
    if (!isLand(index)) continue;
    const column = index % COLUMNS;
    let dots = 1;
    while (column + dots < COLUMNS && isLand(index + dots)) dots += 1;
    // A little longer than to the last dot, which rounding would leave out.
    path += `M${column + 0.5} ${Math.floor(index / COLUMNS) + 0.5}h${dots - 0.9}`;
    index += dots - 1;
  }
  return path;
}
