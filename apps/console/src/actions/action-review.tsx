import { isActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { PROPOSAL_HOURS, UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { signedAction } from '@city-mint/api-contract/operator/signed-action';
import { prepareRequest } from '@city-mint/api-contract/operator-client/sign-request';
import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/api.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { operatorSigner, useOperator } from '#session/operator-queries.ts';
import { currencyIn } from './action-form.tsx';
import { previewQuery } from './action-queries.ts';
import { useEntry } from './action-store.ts';
import { BatchLines } from './batch-lines.tsx';
import { ConsentsAskedOf } from './consents-asked.tsx';
import { ConsequenceOf } from './consequence-of.tsx';
import { type Figures, PreviewTable } from './preview-table.tsx';
import { SignPanel } from './sign-panel.tsx';
import { isStopping } from './stopping.ts';
import { useActionWords } from './use-action-words.ts';

type ActionReviewProps = {
  /** The key of the entry. */
  readonly entry: string;
  readonly name: string;
  /** All fields of the action, as the request contains them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly onBack?: () => void;
};

/** Preview of an action's changes, then the reason and the signature over exactly that version. */
export function ActionReview({ entry, name, values, onBack }: ActionReviewProps) {
  const t = useTranslations('actions.preview');
  const { refusalOf } = useActionWords();
  const { data: preview, isFetching, isError, refetch } = useQuery(previewQuery(name, values));
  const [hasChanged, setHasChanged] = useState(false);
  const onChanged = useCallback(() => {
    setHasChanged(true);
    void refetch();
  }, [refetch]);
  if (isError || preview?.ok === false) {
    // A refused action must be corrected before it is signed.
    const isRefused = preview?.ok === false && onBack !== undefined;
    return (
      <div className="flex flex-col gap-3">
        <Notice kind="danger">{preview?.ok === false ? refusalOf(preview) : t('noAnswer')}</Notice>
        <div className="flex flex-wrap items-center gap-2">
          {onBack !== undefined && (
            <Button kind={isRefused ? 'soft' : 'plain'} size="small" onClick={onBack}>
              {t('back')}
            </Button>
          )}
          <Button kind={isRefused ? 'plain' : 'soft'} size="small" busy={isFetching} onClick={() => void refetch()}>
            {t('again')}
          </Button>
        </div>
      </div>
    );
  }
  if (preview === undefined) return <SkeletonRows rows={5} />;
  return (
    <div className="flex flex-col gap-4">
      {onBack !== undefined && (
        <Button kind="plain" size="small" className="-my-2 -ml-4 self-start" onClick={onBack}>
          {t('back')}
        </Button>
      )}
      {hasChanged && <Notice kind="pending">{t('changed')}</Notice>}
      <PreviewSummary action={name} preview={preview.data} entry={entry} values={values} />
      <ReviewSignature {...{ entry, name, values, onChanged }} version={preview.data.version} />
    </div>
  );
}

type Preview = {
  readonly subject: string;
  readonly before: Figures;
  readonly after: Figures;
  readonly operators: 1 | 2;
  readonly consequence: Readonly<Record<string, string>>;
};

type SummaryProps = {
  readonly action: string;
  readonly preview: Preview;
  readonly entry: string;
  readonly values: Readonly<Record<string, unknown>>;
};

function PreviewSummary({ action, preview, entry, values }: SummaryProps) {
  const t = useTranslations('actions.preview');
  const { reason } = useEntry(entry);
  const { subjectOf } = useActionWords();
  const { subject, before, operators } = preview;
  return (
    <section className="flex flex-col gap-2" aria-label={t('title')}>
      <p className="text-sm">
        <span className="text-muted">{t('subject')}</span> <strong className="break-words">{subjectOf(subject)}</strong>
      </p>
      <Notice kind={operators === 2 ? 'pending' : 'info'}>
        <ConsequenceOf action={action} figures={preview.consequence} />
        <p>{operators === 2 ? t('two', { hours: PROPOSAL_HOURS }) : t('one')}</p>
      </Notice>
      <ConsentsAskedOf after={preview.after} />
      <PreviewTable before={before} after={withReason(preview.after, reason)} currency={currencyIn(values)} />
      <BatchLines fields={values} />
    </section>
  );
}

/** An action that shows its reason to others uses the one entered below, which the preview does not have yet. */
function withReason(after: Figures, reason: string): Figures {
  return after !== null && typeof after['reason'] === 'string' ? { ...after, reason: reason || '…' } : after;
}

type ReviewSignatureProps = Pick<ActionReviewProps, 'entry' | 'name' | 'values'> & {
  readonly version: string;
  readonly onChanged: () => void;
};

function ReviewSignature({ entry, name, values, version, onChanged }: ReviewSignatureProps) {
  const t = useTranslations('actions.sign');
  const { address } = useOperator();
  const key = `POST /api/ops/${name}`;
  if (!isActionKey(key)) return null;
  return (
    <SignPanel
      {...{ entry, onChanged }}
      submitLabel={t('submit')}
      kind={isStopping(name) ? 'stop' : 'primary'}
      words={(reason) => {
        const parsed = operatorActions[key].request.safeParse({ ...values, ...UNSIGNED });
        const { chainId, vault } = buildSettings;
        const signing = { chainId, vault, operator: address, reason, version };
        return signedAction({ key, fields: parsed.data ?? values }, { ...signing, requestId: '', issuedAt: 0 });
      }}
      prepare={(reason) => prepareRequest(operatorSigner(), { key, fields: values, reason, version })}
      send={(request) => callApi(key, request)}
    />
  );
}
