import { type ComponentType, useEffect, useState } from 'react';
import { parseShown, type Shown } from './stories.ts';

type CatalogueProps = {
  readonly stories: ReadonlyMap<string, ComponentType>;
  /** The first is shown unless the address names another. */
  readonly languages: readonly string[];
  /** Resolves when texts of the language are shown. */
  readonly showLanguage: (language: string) => unknown;
  readonly showTheme: (theme: 'light' | 'dark') => void;
};

/**
 * The parts of an app, each in its states: with a story in the address this story, else a list of all of them beside a
 * frame as wide as a small phone. A `show-story` event with another search shows its story in place.
 */
export function Catalogue({ stories, languages, showLanguage, showTheme }: CatalogueProps) {
  const [search, setSearch] = useState(location.search);
  const [shown, setShown] = useState<(Shown & { readonly search: string }) | null>(null);
  useEffect(() => {
    const follow = (event: Event) => event instanceof CustomEvent && setSearch(String(event.detail));
    addEventListener('show-story', follow);
    return () => removeEventListener('show-story', follow);
  }, []);
  useEffect(() => {
    const next = parseShown(search, languages);
    showTheme(next.theme);
    void (async () => {
      await showLanguage(next.language);
      setShown({ ...next, search });
    })();
  }, [search, languages, showLanguage, showTheme]);
  // Says which address is on the screen: for the test that walks all of them.
  useEffect(() => {
    if (shown !== null) document.documentElement.dataset['story'] = shown.search;
  }, [shown]);
  if (shown === null) return null;
  if (shown.story === null) return <StoryList names={[...stories.keys()]} languages={languages} />;
  const Story = stories.get(shown.story);
  if (Story === undefined) return <main>There is no story {shown.story}.</main>;
  // Rendered again for each language: a story may read texts when it begins.
  return (
    <div className="p-4">
      <Story key={shown.search} />
    </div>
  );
}

type StoryListProps = { readonly names: readonly string[]; readonly languages: readonly string[] };

function StoryList({ names, languages }: StoryListProps) {
  const [language, setLanguage] = useState(languages[0] ?? '');
  const [theme, setTheme] = useState('light');
  const [story, setStory] = useState(names[0] ?? '');
  const parts = Map.groupBy(names, (name) => name.split('/')[0] ?? '');
  return (
    <main className="fixed inset-0 flex gap-4 bg-page p-4 text-sm">
      <title>Catalogue</title>
      <nav className="flex min-w-0 flex-1 flex-col gap-2 overflow-y-auto" aria-label="Stories">
        <h1 className="text-lg font-semibold">Catalogue</h1>
        <p className="flex gap-2">
          <Select label="Language" options={languages} value={language} onChange={setLanguage} />
          <Select label="Theme" options={['light', 'dark']} value={theme} onChange={setTheme} />
        </p>
        {[...parts].map(([part, stories]) => (
          <p key={part} className="flex flex-wrap gap-x-3">
            <strong>{part}</strong>
            {stories.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === story}
                className={name === story ? 'font-semibold text-accent-ink' : 'text-muted'}
                onClick={() => setStory(name)}
              >
                {name.slice(part.length + 1)}
              </button>
            ))}
          </p>
        ))}
      </nav>
      <iframe
        title={story}
        width={320}
        className="shrink-0 border border-line bg-page"
        src={`?${new URLSearchParams({ story, lang: language, theme })}`}
      />
    </main>
  );
}

type SelectProps = {
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Select({ label, options, value, onChange }: SelectProps) {
  return (
    <select
      aria-label={label}
      className="rounded-sm border border-line bg-surface px-2"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
