import { useLanguageStore } from './language-store.ts';

/** Returns what names a city to the reader: its name in the language of the page, or the API's where there is none. */
export function useCityName(): (city: string) => string {
  const names = useLanguageStore((state) => state.cityNames);
  return (city) => nameIn(names, city);
}

/** Returns the name of a city in the language of the page, outside of React; components call `useCityName`. */
export function cityName(city: string): string {
  return nameIn(useLanguageStore.getState().cityNames, city);
}

/** What the browser has stored may be anything. */
function nameIn(names: unknown, city: string): string {
  const name: unknown = Object(names)[city];
  return typeof name === 'string' ? name : city;
}
