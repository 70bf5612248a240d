import { shortAddress } from '@city-mint/client/format.ts';
import { LANGUAGE_NAMES, localeOf } from '@city-mint/domain/languages';
import type { TextFault } from '@city-mint/texts/check-text';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { formatTime } from '#platform/format.ts';
import { controlClass } from '#ui/control.tsx';
import type { PageText } from '../content-types.ts';

type LanguageRowProps = {
  readonly textKey: string;
  readonly entry: PageText['texts'][number];
  readonly draft: string | undefined;
  readonly fault: TextFault | null;
  readonly onChange: (draft: string) => void;
};

/** One language of a text: the bundled one, the current one, and a field for the draft. */
export function LanguageRow({ textKey, entry: { lang, bundled, override }, draft, fault, onChange }: LanguageRowProps) {
  const t = useTranslations('content.texts');
  const id = useId();
  const now = override?.text ?? bundled;
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <h3 className="font-medium text-xs">
          {LANGUAGE_NAMES[lang]} <span className="font-mono text-muted">{lang}</span>
        </h3>
        <p lang={localeOf(lang)} className="whitespace-pre-wrap break-words text-muted" title={t('bundled')}>
          {bundled}
        </p>
        {override !== null && (
          <div className="rounded-sm bg-accent-soft px-2 py-1">
            <p lang={localeOf(lang)} className="whitespace-pre-wrap break-words" title={t('override')}>
              {override.text}
            </p>
            <p className="text-muted text-xs">
              {override.changedBy !== null &&
                t('setBy', { time: formatTime(override.changedAt), address: shortAddress(override.changedBy) })}
              {override.proposedBy !== null && t('proposedBy', { address: shortAddress(override.proposedBy) })}
            </p>
          </div>
        )}
        {override !== null && (
          <ActionButton
            name="texts/set"
            fields={{ lang, key: textKey, text: null }}
            label={t('restore')}
            kind="plain"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <label htmlFor={id} className="text-muted text-xs">
          {t('yours', { language: LANGUAGE_NAMES[lang] })}
        </label>
        <textarea
          id={id}
          lang={localeOf(lang)}
          rows={2}
          maxLength={4_000}
          autoComplete="off"
          spellCheck={false}
          value={draft ?? now}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-note`}
          className={`field-sizing-content resize-y py-2 ${controlClass(fault !== null)}`}
          onChange={({ target }) => onChange(target.value)}
        />
        <p id={`${id}-note`} role="status" className="break-words text-danger text-xs empty:hidden">
          {fault !== null && t(`faults.${fault.error}`, { limit: fault.limit })}
        </p>
      </div>
    </li>
  );
}
