import { LANGUAGE_NAMES } from '@city-mint/domain/languages';
import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GivenFields } from './action-store.ts';
import { FieldInput } from './field-input.tsx';
import { type Draft, type Drafts, type Problems, problemsOf, valuesOf } from './form-drafts.ts';
import { type ActionDeclaration, type FormField, fieldBlocks, formFields, type InputKind } from './form-fields.ts';
import { useActionWords } from './use-action-words.ts';

/** Spans both columns of the form. */
const WHOLE_WIDTH = 'sm:col-span-2';
/** Kinds of field that need the whole width. */
const WIDE: readonly InputKind[] = ['address', 'hash', 'time', 'link', 'long-text', 'list', 'group', 'json'];

type ActionFormProps = {
  readonly action: ActionDeclaration;
  /** Values that the caller sets; the form does not ask for them. */
  readonly given: GivenFields;
  readonly drafts: Drafts;
  readonly onChange: (drafts: Drafts) => void;
  /** Called with complete values that the schema accepts. */
  readonly onSubmit: (values: Record<string, unknown>) => void;
  readonly submitLabel: string;
};

/** Form derived from an action's declaration. Each field shows the error that the server would return for it. */
export function ActionForm({ action, given, drafts, onChange, onSubmit, submitLabel }: ActionFormProps) {
  const t = useTranslations('actions.form');
  const form = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const { refusalOf } = useActionWords();
  const fields = formFields(action).filter(({ name }) => !Object.hasOwn(given, name));
  const values = { ...given, ...valuesOf(fields, drafts) };
  const problems = problemsOf(action, values);
  const problemAt = (path: string) => {
    const problem = problems.get(path);
    const isShown = isTried || touched.has(path.split('.')[0] ?? path);
    return problem === undefined || !isShown ? undefined : refusalOf(problem);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.size === 0) return onSubmit(values);
    setIsTried(true);
    focusFirst(form.current, problems);
  };
  const change = (name: string, draft: Draft) => {
    setTouched((names) => new Set([...names, name]));
    onChange({ ...drafts, [name]: draft });
  };
  return (
    <form ref={form} className="grid items-start gap-4 sm:grid-cols-2" noValidate onSubmit={submit}>
      {fieldBlocks(fields).map((block) =>
        block.kind === 'field' ? (
          <FormPart key={block.field.name} field={block.field} {...{ drafts, change, problemAt, given }} />
        ) : (
          <LanguageParts key="languages" fields={block.fields} {...{ drafts, change, problemAt, given }} />
        ),
      )}
      {isTried && problems.size > 0 && (
        <div className={WHOLE_WIDTH}>
          <Notice kind="danger">{t('problems', { count: problems.size })}</Notice>
        </div>
      )}
      <Button type="submit" size="small" className={`justify-self-end ${WHOLE_WIDTH}`}>
        {submitLabel}
      </Button>
    </form>
  );
}

type PartProps = {
  readonly drafts: Drafts;
  readonly given: GivenFields;
  readonly change: (name: string, draft: Draft) => void;
  readonly problemAt: (path: string) => string | undefined;
};

function FormPart({
  field,
  label,
  drafts,
  given,
  change,
  problemAt,
}: PartProps & { field: FormField; label?: string }) {
  return (
    <div className={`min-w-0 ${WIDE.includes(field.kind) ? WHOLE_WIDTH : ''}`}>
      <FieldInput
        {...{ field, problemAt }}
        {...(label !== undefined && { label })}
        path={field.name}
        draft={drafts[field.name] ?? (drafts[field.name] === null ? null : '')}
        currency={currencyIn({ ...given, ...drafts })}
        onChange={(draft) => change(field.name, draft)}
      />
    </div>
  );
}

/** One field per language, side by side, labelled with the language's name. */
function LanguageParts({ fields, ...part }: PartProps & { readonly fields: readonly FormField[] }) {
  const t = useTranslations('actions.form');
  const names: Readonly<Record<string, string>> = LANGUAGE_NAMES;
  return (
    <fieldset className={`rounded-sm border border-line px-3 pt-1 pb-3 ${WHOLE_WIDTH}`}>
      <legend className="px-1 font-medium text-sm">{t('languages')}</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {fields.map((field) => (
          <FormPart key={field.name} {...part} field={field} label={names[field.name] ?? field.name} />
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the currency of an action's amounts; null if the action names none. */
export function currencyIn(values: Readonly<Record<string, unknown>>): string | null {
  const { currency } = values;
  return typeof currency === 'string' && currency !== '' ? currency : null;
}

/** Moves the focus to the first field with a problem, in the order of the form. */
function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const first = fields.find(({ dataset }) => problems.has(dataset['field'] ?? ''));
  first?.querySelector<HTMLElement>('input:not([type=checkbox]), select, textarea')?.focus();
}
