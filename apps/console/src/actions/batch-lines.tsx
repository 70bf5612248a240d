import { useTranslations } from 'use-intl';
import { useActionWords } from './use-action-words.ts';

/** Longer lists are folded until they are opened. */
const MOST_OPEN = 20;

type BatchLinesProps = {
  /** The fields of an action. */
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Lists the payments of a batch, one line each as signed; renders nothing for an action without such a list. */
export function BatchLines({ fields: { payments } }: BatchLinesProps) {
  const t = useTranslations('actions.preview');
  const { labelOf } = useActionWords();
  const lines = Array.isArray(payments) ? payments.map(String) : [];
  if (lines.length === 0) return null;
  return (
    <details className="rounded-sm border border-line" open={lines.length <= MOST_OPEN}>
      <summary className="cursor-pointer bg-sunken px-3 py-1.5 font-medium text-muted text-xs">
        {t('list', { name: labelOf('payments'), count: lines.length })}
      </summary>
      <ol className="border-line border-t px-3 py-1.5 font-mono text-2xs leading-relaxed" translate="no">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ol>
    </details>
  );
}
