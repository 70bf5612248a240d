import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { formatTime } from '#platform/format.ts';
import type { TextChange } from '../text-drafts.ts';

type Preview = {
  readonly data: ReplyOf<'POST /api/ops/texts/preview'> | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly mutate: (changes: TextChange[]) => void;
};

type EditorActionsProps = {
  readonly textKey: string;
  readonly changes: TextChange[];
  readonly preview: Preview;
  readonly onClear: () => void;
};

/** Previews the drafts in the page, and proposes them: one language as one action, several in a combined one. */
export function EditorActions({ textKey, changes, preview, onClear }: EditorActionsProps) {
  const t = useTranslations('content.texts');
  const state = useTranslations('ui.state');
  const isReady = changes.length > 0 && changes.every(({ fault }) => fault === null);
  const fields = {
    key: textKey,
    languages: changes.map(({ lang }) => lang),
    texts: changes.map(({ text }) => text),
  };
  const { data, error } = preview;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto text-muted text-sm">
        {t('changedCount', { count: changes.length })}
      </p>
      {changes.length > 0 && (
        <Button kind="plain" size="small" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
      <Button
        kind="soft"
        size="small"
        disabled={!isReady}
        busy={preview.isPending}
        onClick={() => preview.mutate(changes)}
      >
        {t('preview')}
      </Button>
      {isReady && <ActionButton name="texts/translate" fields={fields} label={t('propose')} kind="primary" />}
      {data !== undefined && (
        <p role="status" className="flex w-full flex-wrap items-center justify-end gap-3 text-sm">
          <span className="text-muted">{t('previewReady', { time: formatTime(data.expiresAt) })}</span>
          <a href={data.pageUrl} target="_blank" rel="noreferrer" className={buttonClass('soft', 'small')}>
            {t('previewOpen')}
          </a>
        </p>
      )}
      {error !== null && error !== undefined && (
        <p role="alert" className="w-full text-right text-danger text-sm">
          {error instanceof RefusalError ? error.message : state('noAnswer')}
        </p>
      )}
    </div>
  );
}
