import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { controlClass } from '#ui/control.tsx';
import { type Draft, draftOf, entryOf, isGroup, isList } from './form-drafts.ts';
import type { FormField } from './form-fields.ts';
import { SimpleInput } from './simple-input.tsx';
import { useActionWords } from './use-action-words.ts';

type FieldInputProps = {
  readonly field: FormField;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Path of the field in the request. */
  readonly path: string;
  /** Returns the error of the field at a path, or undefined. */
  readonly problemAt: (path: string) => string | undefined;
  /** Replaces the field's label. */
  readonly label?: string;
  readonly currency: string | null;
};

/** A field of a form: label, hint, error, and the input that suits its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field } = props;
  if (field.kind === 'list') return <ListInput {...props} />;
  if (field.kind === 'group') return <GroupInput {...props} />;
  return <LabelledInput {...props} />;
}

function LabelledInput({ field, draft, onChange, path, problemAt, label, currency }: FieldInputProps) {
  const id = useId();
  const t = useTranslations('actions.form');
  const words = useActionWords();
  const problem = problemAt(path);
  const isWithout = draft === null;
  return (
    <div className="flex min-w-0 flex-col gap-1" data-field={path}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label ?? words.labelOf(field.name)}
          {field.optional && <span className="ml-1 font-normal text-muted text-xs">{t('optional')}</span>}
        </label>
        {field.nullable && (
          <label className="flex shrink-0 items-center gap-1.5 text-muted text-xs">
            <input
              type="checkbox"
              className="size-3.5 accent-accent"
              checked={isWithout}
              onChange={({ target }) => onChange(target.checked ? null : '')}
            />
            {t('none')}
          </label>
        )}
      </div>
      {isWithout ? (
        <output id={id} className={`${controlClass(false)} items-center text-muted`}>
          {t('none')}
        </output>
      ) : (
        <SimpleInput
          {...{ id, field, currency, onChange }}
          draft={typeof draft === 'string' ? draft : ''}
          isInvalid={problem !== undefined}
        />
      )}
      <Note id={`${id}-note`} problem={problem} hint={field.description ?? words.hintOf(field.name)} />
    </div>
  );
}

function Note({ id, problem, hint }: { id: string; problem: string | undefined; hint: ReactNode }) {
  return (
    <p id={id} className={`text-xs empty:hidden ${problem === undefined ? 'text-muted' : 'text-danger'}`}>
      {problem ?? hint}
    </p>
  );
}

function GroupInput({ field, draft, onChange, path, problemAt, label, currency }: FieldInputProps) {
  const words = useActionWords();
  const drafts = isGroup(draft) ? draft : {};
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium text-sm">{label ?? words.labelOf(field.name)}</legend>
      {field.fields.map((part) => (
        <FieldInput
          key={part.name}
          {...{ problemAt, currency }}
          field={part}
          draft={drafts[part.name] ?? ''}
          path={`${path}.${part.name}`}
          onChange={(changed) => onChange({ ...drafts, [part.name]: changed })}
        />
      ))}
    </fieldset>
  );
}

function ListInput({ field, draft, onChange, path, problemAt, label, currency }: FieldInputProps) {
  const t = useTranslations('actions.form');
  const words = useActionWords();
  const entries = isList(draft) ? draft : [];
  const entry = entryOf(field);
  const replaced = (index: number, ...by: readonly Draft[]) => entries.toSpliced(index, 1, ...by);
  // Entries have no identity other than their index.
  const places = entries.map((each, index) => ({ each, index, place: `${path}.${index}` }));
  const problem = problemAt(path);
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium text-sm">{label ?? words.labelOf(field.name)}</legend>
      {places.map(({ each, index, place }) => (
        <div key={place} className="flex items-end gap-1">
          <div className="min-w-0 flex-1">
            <FieldInput
              {...{ problemAt, currency }}
              field={entry}
              label={t('entry', { number: index + 1 })}
              draft={each}
              path={place}
              onChange={(changed) => onChange(replaced(index, changed))}
            />
          </div>
          <IconButton
            icon="down"
            className="rotate-180"
            label={t('moveUp', { number: index + 1 })}
            disabled={index === 0}
            onClick={() => onChange(swapped(entries, index - 1))}
          />
          <IconButton
            icon="close"
            label={t('removeEntry', { number: index + 1 })}
            onClick={() => onChange(replaced(index))}
          />
        </div>
      ))}
      <Note id={`${path}-note`} problem={problem} hint={entries.length === 0 ? t('noEntry') : null} />
      <button
        type="button"
        className="self-start rounded-md px-2 py-1 font-medium text-accent-ink text-sm hover:bg-sunken"
        onClick={() => onChange([...entries, draftOf(entry, undefined)])}
      >
        {t('addEntry')}
      </button>
    </fieldset>
  );
}

function swapped(entries: readonly Draft[], index: number): Draft[] {
  const [first, second] = [entries[index], entries[index + 1]];
  if (first === undefined || second === undefined) return [...entries];
  return entries.toSpliced(index, 2, second, first);
}
