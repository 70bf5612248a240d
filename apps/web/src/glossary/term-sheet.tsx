import type { Messages } from '@city-mint/texts/messages';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Sheet } from '#ui/sheet.tsx';

export type TermName = Exclude<keyof Messages['glossary'], 'more'>;

export type TermSheetProps = { readonly open: boolean; readonly onClose: () => void; readonly name: TermName };

/** What a word means, in two sentences. */
export function TermSheet({ open, onClose, name }: TermSheetProps) {
  const t = useTranslations('glossary');
  return (
    <Sheet open={open} onClose={onClose} title={t(`${name}.title`)}>
      <p>{t(`${name}.text`)}</p>
      <Link to="/question" onClick={onClose} className="tap flex items-center text-sm font-semibold text-accent-ink">
        {t('more')}
      </Link>
    </Sheet>
  );
}
