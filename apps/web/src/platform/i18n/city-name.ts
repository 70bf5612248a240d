import { useLanguageStore } from './language-store.ts';

/** Returns a function that names a city in the language of the page, or with the API's name if there is none. */
export function useCityName(): (city: string) => string {
  const names = useLanguageStore((state) => state.cityNames);
  return (city) => nameIn(names, city);
}

/** Returns the name of a city in the language of the page, for code outside React; components call `useCityName`. */
export function cityName(city: string): string {
  return nameIn(useLanguageStore.getState().cityNames, city);
}

/** The names come from the browser's storage, so they may have any shape. */
function nameIn(names: unknown, city: string): string {
  const name: unknown = Object(names)[city];
  return typeof name === 'string' ? name : city;
}
