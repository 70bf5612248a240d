import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { FieldInput } from '#actions/field-input.tsx';
import type { Problems } from '#actions/form-drafts.ts';
import { useActionWords } from '#actions/use-action-words.ts';
import { TextInput } from '#ui/control.tsx';
import { Panel } from '#ui/panel.tsx';
import { fieldsOfBound } from './bound-fields.ts';
import { DRAFT_FORM } from './draft-form.ts';

type DraftFieldsProps = {
  readonly name: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: Problems;
  /** Violated bounds: field and code. */
  readonly violations: readonly { readonly field: string; readonly bound: string }[];
  readonly onName: (name: string) => void;
  readonly onChange: (changed: Readonly<Record<string, string>>) => void;
  /** Next to the title of the plan's fields. */
  readonly aside: ReactNode;
};

const IS_CROWD = /^(crowd|simulation)/;

/** The fields of a draft, each with its error, updated on every key. */
export function DraftFields({ name, onName, aside, ...fields }: DraftFieldsProps) {
  const t = useTranslations('plans');
  const id = useId();
  return (
    <>
      <Panel title={t('plan')} aside={aside}>
        <div className="flex flex-col gap-4">
          <div className="flex max-w-[4rem] flex-col gap-1">
            <label htmlFor={id} className="font-medium text-sm">
              {t('draftName')}
            </label>
            <TextInput id={id} value={name} maxLength={60} isInvalid={name === ''} onChange={onName} />
          </div>
          <Fields {...fields} isCrowd={false} />
        </div>
      </Panel>
      <Panel title={t('crowd')}>
        <Fields {...fields} isCrowd />
      </Panel>
    </>
  );
}

type FieldsProps = Omit<DraftFieldsProps, 'name' | 'onName' | 'aside'> & { readonly isCrowd: boolean };

function Fields({ texts, problems, violations, onChange, isCrowd }: FieldsProps) {
  const t = useTranslations('plans');
  const { refusalOf, boundOf } = useActionWords();
  const problemAt = (path: string) => {
    const problem = problems.get(path);
    // Empty fields are only counted.
    if (problem !== undefined) return (texts[path] ?? '') === '' ? undefined : refusalOf(problem);
    const broken = violations.find(({ field }) => fieldsOfBound(field).includes(path));
    if (broken === undefined) return undefined;
    return t('mustBe', { bound: boundOf(broken.bound) });
  };
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(2.2rem,1fr))] items-start gap-4">
      {DRAFT_FORM.filter((field) => IS_CROWD.test(field.name) === isCrowd).map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          path={field.name}
          draft={texts[field.name] ?? ''}
          problemAt={problemAt}
          currency={null}
          onChange={(draft) => typeof draft === 'string' && onChange({ [field.name]: draft })}
        />
      ))}
    </div>
  );
}
