import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@city-mint/domain/languages';
import { TEXT_AREAS } from '@city-mint/texts/messages';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter, TextFilter } from '#ui/filters.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { textsRead } from './content-queries.ts';
import type { ContentSearch } from './content-search.ts';
import type { PageText } from './content-types.ts';
import { TextEditor } from './text-editor.tsx';

type TextsTabProps = { readonly search: ContentSearch; readonly onChange: (changed: ContentSearch) => void };

const AREAS = TEXT_AREAS.map((area) => ({ value: area, label: area }));

/** The texts of the page, and the editor of the open one. */
export function TextsTab({ search, onChange }: TextsTabProps) {
  const t = useTranslations('content.texts');
  const { area, search: words, state, key } = search;
  const query = useMemo(
    () =>
      textsRead({
        ...(area !== undefined && { area }),
        ...(words !== undefined && { search: words }),
        ...(state !== undefined && { state }),
      }),
    [area, words, state],
  );
  const states = (['overridden', 'partly'] as const).map((value) => ({ value, label: t(`states.${value}`) }));
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {key !== undefined && <TextEditor key={key} textKey={key} onClose={() => onChange({ key: undefined })} />}
      <DataTable
        label={t('label')}
        name="texts"
        columns={useTextColumns()}
        query={query}
        rowKey={(text) => text.key}
        openKey={key}
        onOpenRow={(text) => onChange({ key: text.key })}
        filters={
          <>
            <TextFilter label={t('search')} value={words} onChange={(value) => onChange({ search: value })} />
            <ChoiceFilter
              label={t('area')}
              options={AREAS}
              value={area}
              onChange={(value) => onChange({ area: value })}
            />
            <ChoiceFilter
              label={t('state')}
              options={states}
              value={state}
              onChange={(value) => onChange({ state: value })}
            />
          </>
        }
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
    </div>
  );
}

function useTextColumns(): readonly TableColumn<PageText>[] {
  const t = useTranslations('content.texts');
  const language = useLanguage((store) => store.language);
  return useMemo(() => {
    const languages = [...new Set<Language>([language, language === 'zh' ? 'en' : 'zh', ...LANGUAGES])];
    return [
      {
        id: 'key',
        heading: t('key'),
        isFixed: true,
        cell: ({ key }) => <span className="inline-block min-w-[1.8rem] break-all font-mono text-xs">{key}</span>,
        text: ({ key }) => key,
      },
      ...languages.map(
        (lang, index): TableColumn<PageText> => ({
          id: lang,
          heading: LANGUAGE_NAMES[lang],
          isExtra: index > 2,
          cell: (text) => <span className="line-clamp-3 max-w-[3rem] break-words">{shownIn(text, lang)}</span>,
          text: (text) => shownIn(text, lang),
        }),
      ),
      {
        id: 'override',
        heading: t('changed'),
        cell: (text) => {
          const count = overriddenIn(text);
          return count === 0 ? (
            <span className="whitespace-nowrap text-muted">{t('none')}</span>
          ) : (
            <span className="whitespace-nowrap">{t('languages', { count })}</span>
          );
        },
        text: (text) => String(overriddenIn(text)),
      },
    ];
  }, [t, language]);
}

/** Returns the page's current text in a language. */
function shownIn({ texts }: PageText, language: string): string {
  const text = texts.find(({ lang }) => lang === language);
  return text?.override?.text ?? text?.bundled ?? '';
}

function overriddenIn({ texts }: PageText): number {
  return texts.filter(({ override }) => override !== null).length;
}
