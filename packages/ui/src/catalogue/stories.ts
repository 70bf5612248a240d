import type { ComponentType } from 'react';

/** The states in which a part is shown, each with what renders it; their keys are words with hyphens. */
export type Stories = Readonly<Record<string, ComponentType>>;

/** Returns stories by name, such as `button/disabled`, from files named `button.stories.tsx`. */
export function storiesByName(
  files: Readonly<Record<string, { readonly stories: Stories }>>,
): ReadonlyMap<string, ComponentType> {
  return new Map(
    Object.entries(files).flatMap(([path, { stories }]) => {
      const part = /([\w-]+)\.stories\.tsx$/.exec(path)?.[1] ?? path;
      return Object.entries(stories).map(([state, story]) => [`${part}/${state}`, story] as const);
    }),
  );
}

/** What the address of the catalogue says: `/?story=button/disabled&lang=en&theme=dark`. */
export type Shown = { readonly story: string | null; readonly language: string; readonly theme: 'light' | 'dark' };

/** Returns what the search of an address says; the first language and the light theme unless it names others. */
export function parseShown(search: string, languages: readonly string[]): Shown {
  const values = new URLSearchParams(search);
  return {
    story: values.get('story'),
    language: languages.find((language) => language === values.get('lang')) ?? languages[0] ?? '',
    theme: values.get('theme') === 'dark' ? 'dark' : 'light',
  };
}
