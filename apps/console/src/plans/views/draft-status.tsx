import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { useErrorText } from '#ui/state.tsx';
import type { useDraft } from '../use-draft.ts';

type DraftStatusProps = { readonly editing: ReturnType<typeof useDraft> };

/** Whether a draft is saved; what to do when someone else has changed it. */
export function DraftStatus({ editing }: DraftStatusProps) {
  const t = useTranslations('plans');
  const errorText = useErrorText();
  const { isSaved, isSaving, version, conflict, error, takeTheirs, keepMine } = editing;
  if (conflict) {
    return (
      <Notice kind="danger">
        <p>{t('conflict')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" kind="soft" onClick={takeTheirs}>
            {t('takeTheirs')}
          </Button>
          <Button size="small" kind="danger" onClick={() => void keepMine()}>
            {t('keepMine')}
          </Button>
        </div>
        {error !== null && <p className="mt-2">{errorText(error)}</p>}
      </Notice>
    );
  }
  const text = isSaving ? t('saving') : isSaved ? t('saved', { version: `${version}` }) : t('unsaved');
  return (
    <p role="status" className={error === null ? 'text-muted text-sm' : 'text-danger text-sm'}>
      {error === null ? text : t('notSaved', { why: errorText(error) })}
    </p>
  );
}
