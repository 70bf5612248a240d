import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readApi } from '#platform/api.ts';
import { Panel } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { textQuery } from './content-queries.ts';
import { type TextDrafts, textChanges } from './text-drafts.ts';
import { EditorActions } from './views/editor-actions.tsx';
import { LanguageRow } from './views/language-row.tsx';

type TextEditorProps = { readonly textKey: string; readonly onClose: () => void };

/** One text in all languages side by side: the bundled one, the current one, and the draft. */
export function TextEditor({ textKey, onClose }: TextEditorProps) {
  const t = useTranslations('content.texts');
  const query = useQuery(textQuery(textKey));
  const [drafts, setDrafts] = useState<TextDrafts>({});
  const preview = useMutation({
    mutationFn: (changes: ReturnType<typeof textChanges>) =>
      readApi('POST /api/ops/texts/preview', {
        key: textKey,
        languages: changes.map(({ lang }) => lang),
        texts: changes.map(({ text }) => text),
      }),
  });
  return (
    <Panel title={t('edit', { key: textKey })} aside={<IconButton icon="close" label={t('close')} onClick={onClose} />}>
      <Loaded query={query}>
        {(text) => {
          if (text === null) return <EmptyState icon="info" title={t('empty')} text={t('emptyText')} />;
          const changes = textChanges(text, drafts);
          const names = text.placeholders.map((name) => `{${name}}`).join(' ');
          return (
            <div className="flex flex-col gap-3">
              <p className="text-muted text-xs">{names === '' ? t('noPlaceholders') : t('placeholders', { names })}</p>
              <ul className="flex flex-col divide-y divide-line">
                {text.texts.map((entry) => (
                  <LanguageRow
                    key={entry.lang}
                    textKey={textKey}
                    entry={entry}
                    draft={drafts[entry.lang]}
                    fault={changes.find(({ lang }) => lang === entry.lang)?.fault ?? null}
                    onChange={(draft) => {
                      preview.reset();
                      setDrafts({ ...drafts, [entry.lang]: draft });
                    }}
                  />
                ))}
              </ul>
              <EditorActions
                textKey={textKey}
                changes={changes}
                preview={preview}
                onClear={() => {
                  preview.reset();
                  setDrafts({});
                }}
              />
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
