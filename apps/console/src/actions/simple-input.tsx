import { LANGUAGE_NAMES } from '@city-mint/domain/languages';
import { useTranslations } from 'use-intl';
import { formatTime, utcTime } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { controlClass, Select, TextInput } from '#ui/control.tsx';
import { TimeInput } from '#ui/time-input.tsx';
import { AmountReadBack } from './amount-read-back.tsx';
import { percentOf, unitOf } from './figure-text.ts';
import { DURATION_UNITS, durationParts } from './form-drafts.ts';
import type { FormField } from './form-fields.ts';
import { useActionWords } from './use-action-words.ts';

type SimpleInputProps = {
  readonly id: string;
  readonly field: FormField;
  readonly draft: string;
  readonly onChange: (draft: string) => void;
  readonly isInvalid: boolean;
  /** In which amounts of this form are. */
  readonly currency: string | null;
};

/** The input of one value, fitting its kind. */
export function SimpleInput(props: SimpleInputProps) {
  switch (props.field.kind) {
    case 'boolean':
    case 'choice':
    case 'language':
      return <ChoiceInput {...props} />;
    case 'long-text':
    case 'json':
      return <LongInput {...props} />;
    case 'time':
      return <UtcInput {...props} />;
    case 'duration':
      return <DurationInput {...props} />;
    case 'amount':
    case 'bps':
    case 'number':
    case 'whole-number':
      return <NumberInput {...props} />;
    default:
      return <LineInput {...props} />;
  }
}

function shared({ id, isInvalid }: SimpleInputProps) {
  return { id, isInvalid, 'aria-describedby': `${id}-note` };
}

const MONOSPACED = ['address', 'hash', 'json'];

function LineInput(props: SimpleInputProps) {
  const { field, draft, onChange } = props;
  const isMono = MONOSPACED.includes(field.kind);
  return (
    <TextInput
      {...shared(props)}
      value={draft}
      onChange={onChange}
      className={isMono ? 'font-mono' : ''}
      placeholder={field.kind === 'address' || field.kind === 'hash' ? '0x…' : undefined}
    />
  );
}

function LongInput(props: SimpleInputProps) {
  const { id, field, draft, onChange, isInvalid } = props;
  return (
    <span className="relative flex flex-col">
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={draft}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-note`}
        className={`${controlClass(isInvalid)} field-sizing-content max-h-[3rem] min-h-[0.72rem] py-2 leading-normal ${field.kind === 'json' ? 'font-mono' : ''}`}
        onChange={({ target }) => onChange(target.value)}
      />
      {field.longest !== null && (
        <span className="self-end text-2xs text-muted figures">
          {draft.length} / {field.longest}
        </span>
      )}
    </span>
  );
}

/** Right-aligned, with the unit behind it; shares also in percent, amounts read back below. */
function NumberInput(props: SimpleInputProps) {
  const { field, draft, onChange, currency } = props;
  const { language } = useLanguage();
  const isShare = field.kind === 'bps';
  const percent = isShare && /^\d+$/.test(draft) ? percentOf(draft, language) : null;
  const unit = isShare ? 'bps' : field.kind === 'amount' ? unitOf(field.name, currency) : null;
  return (
    <span className="flex flex-col gap-1">
      <span className="flex items-center gap-2">
        <TextInput
          {...shared(props)}
          inputMode="decimal"
          value={draft}
          onChange={onChange}
          className="text-right"
          placeholder={field.kind === 'amount' ? '0.00' : '0'}
        />
        {unit !== null && (
          <span className={`shrink-0 text-muted text-sm figures ${isShare ? 'min-w-[0.96rem]' : 'min-w-[0.36rem]'}`}>
            {percent === null ? unit : `${unit} = ${percent} %`}
          </span>
        )}
      </span>
      {field.kind === 'amount' && <AmountReadBack draft={draft} unit={unit} onChoose={onChange} />}
    </span>
  );
}

function ChoiceInput(props: SimpleInputProps) {
  const { field, draft, onChange } = props;
  const t = useTranslations('actions.form');
  const { choiceOf } = useActionWords();
  const labelOf = (value: string) =>
    field.kind === 'language' ? `${languageName(value)} (${value})` : choiceOf(value);
  const options =
    field.kind === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.choices.map((value) => ({ value, label: labelOf(value) }));
  return (
    <Select
      {...shared(props)}
      value={draft}
      onChange={onChange}
      // Nothing is chosen for the operator.
      options={[{ value: '', label: t('choose') }, ...options]}
    />
  );
}

/** Returns how a language calls itself, else its code. */
function languageName(language: string): string {
  const names: Readonly<Record<string, string>> = LANGUAGE_NAMES;
  return names[language] ?? language;
}

/** In UTC, in which days and rounds are; the device's own time beside it. */
function UtcInput(props: SimpleInputProps) {
  const { draft, onChange } = props;
  const t = useTranslations('actions.form');
  const time = utcTime(draft);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TimeInput {...shared(props)} value={draft} onChange={onChange} />
      <span className="text-muted text-sm figures">
        UTC{time !== undefined && ` = ${t('localTime', { time: formatTime(time) })}`}
      </span>
    </span>
  );
}

function DurationInput(props: SimpleInputProps) {
  const { id, draft, onChange } = props;
  const t = useTranslations('actions.form');
  const { language } = useLanguage();
  const { figure, unit } = durationParts(draft);
  const options = Object.keys(DURATION_UNITS).map((value) => ({ value, label: unitName(value, language) }));
  return (
    <span className="flex gap-2">
      <TextInput
        {...shared(props)}
        inputMode="decimal"
        value={figure}
        onChange={(text) => onChange(text === '' ? '' : `${text.replaceAll(' ', '')} ${unit}`)}
        className="text-right"
        placeholder="0"
      />
      <Select
        aria-label={t('unit')}
        aria-describedby={`${id}-note`}
        className="max-w-[1.2rem]"
        value={unit}
        options={options}
        onChange={(chosen) => onChange(`${figure} ${chosen}`)}
      />
    </span>
  );
}

const INTL_UNITS: Readonly<Record<string, string>> = {
  d: 'day',
  h: 'hour',
  min: 'minute',
  s: 'second',
  ms: 'millisecond',
};

/** Returns the name of a unit of time in a language: "hours". */
function unitName(unit: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: INTL_UNITS[unit] ?? 'hour',
    unitDisplay: 'long',
  });
  const name = format.formatToParts(2).find(({ type }) => type === 'unit');
  return name?.value.trim() ?? unit;
}
