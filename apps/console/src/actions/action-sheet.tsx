import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { useTranslations } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import { useOperator } from '#session/operator-queries.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { ActionDone } from './action-done.tsx';
import { ActionForm } from './action-form.tsx';
import { ActionReview } from './action-review.tsx';
import { type ActionEntry, changeEntry, closeAction, useActionStore } from './action-store.ts';
import { valuesOf } from './form-drafts.ts';
import { formFields } from './form-fields.ts';
import { useActionWords } from './use-action-words.ts';

/** Sheet of the open action. It is part of the frame, so that it outlives the row whose button opened it. */
export function ActionSheet() {
  const { address } = useOperator();
  const { titleOf } = useActionWords();
  const { language } = useLanguage();
  const open = useActionStore((store) => store.open);
  const entry = useActionStore(({ entries }) => (open === null ? undefined : entries[open]));
  // Never show another operator's entry.
  if (open === null || entry === undefined || !open.startsWith(`${address} `)) return null;
  const declared = declarationOf(entry.name);
  // The contract's summary is English, because it is also part of the signed data.
  const says = language === 'en' ? declared?.summary : undefined;
  return (
    <SideSheet
      open
      onClose={closeAction}
      title={titleOf(entry.name)}
      {...(says !== undefined && { description: says.replaceAll('`', '') })}
    >
      {declared !== undefined && <SheetStep key={open} entryKey={open} {...{ entry, declared }} />}
    </SideSheet>
  );
}

type Declaration = (typeof operatorActions)[keyof typeof operatorActions];

function declarationOf(name: string): Declaration | undefined {
  return Object.entries(operatorActions).find(([key]) => key === `POST /api/ops/${name}`)?.[1];
}

type StepProps = { readonly entryKey: string; readonly entry: ActionEntry; readonly declared: Declaration };

function SheetStep({ entryKey, entry, declared }: StepProps) {
  const t = useTranslations('actions');
  const { name, given, drafts, step, outcome } = entry;
  const fields = formFields(declared).filter(({ name: field }) => !Object.hasOwn(given, field));
  if (outcome !== null) return <ActionDone outcome={outcome} />;
  if (step === 'form' && fields.length > 0) {
    return (
      <ActionForm
        {...{ given, drafts }}
        action={declared}
        submitLabel={t('toPreview')}
        onChange={(changed) => changeEntry(entryKey, { drafts: changed })}
        onSubmit={() => changeEntry(entryKey, { step: 'review' })}
      />
    );
  }
  return (
    <ActionReview
      entry={entryKey}
      name={name}
      values={{ ...given, ...valuesOf(fields, drafts) }}
      {...(fields.length > 0 && { onBack: () => changeEntry(entryKey, { step: 'form' }) })}
    />
  );
}
