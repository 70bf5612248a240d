import { termsBeyondText } from '@city-mint/api-contract/operator/consents-asked';
import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { ConsentsAsked } from '#actions/consents-asked.tsx';
import { readApi } from '#platform/api.ts';
import { useOperator } from '#session/operator-queries.ts';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded, useErrorText } from '#ui/state.tsx';
import { DraftFields } from './draft-fields.tsx';
import { type ReadDraft, readDraft, textsOfPlan } from './draft-form.ts';
import { fundsOf } from './plan-page.tsx';
import { checkQuery, type DraftDetail, draftQuery, lastPlanQuery, plansKeys } from './plans-queries.ts';
import { SimulationPanel } from './simulation-panel.tsx';
import { useDraft } from './use-draft.ts';
import { DraftStatus } from './views/draft-status.tsx';
import { PlanDifference } from './views/plan-difference.tsx';
import { PlanSchedule } from './views/plan-schedule.tsx';

const route = getRouteApi('/plans/drafts/$draftId');

/** A draft of a plan: its fields, violated bounds, differences, simulation, and publication. */
export function DraftPage() {
  const t = useTranslations('plans');
  const { draftId } = route.useParams();
  const query = useQuery(draftQuery(draftId));
  return (
    <Room
      back={{ to: '/plans', label: t('all') }}
      title={query.data?.name ?? t('draft', { number: draftId })}
      lead={t('crowdText')}
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={10} />}>
        {(draft) => <Editor key={draft.draftId} draft={draft} />}
      </Loaded>
    </Room>
  );
}

function Editor({ draft }: { readonly draft: DraftDetail }) {
  const t = useTranslations('plans');
  const editing = useDraft(draft);
  const { mayPropose, role } = useOperator();
  const mayEdit = mayPropose('plans/publish');
  const { fields } = editing.content;
  const read = useMemo(() => readDraft(fields), [fields]);
  const check = useQuery(checkQuery(read.request)).data ?? null;
  const last = useQuery(lastPlanQuery(fields['city']?.trim() ?? '')).data;
  const violations = [...(check?.violations ?? []), ...read.violations];
  const wrong = read.problems.size + violations.length;
  const [seen, setSeen] = useState<string | null>(null);
  const inputKey = JSON.stringify(fields);
  const input =
    read.plan === null || read.settings === null || last === undefined
      ? null
      : { plan: read.plan, simulation: { ...read.settings, funds: fundsOf(last.funds) } };
  const change = (changed: Readonly<Record<string, string>>) =>
    editing.change(({ name, fields: before }) => ({ name, fields: { ...before, ...changed } }));
  return (
    <>
      {role !== null && !mayEdit && <Notice kind="info">{t('draftRole')}</Notice>}
      <DraftStatus editing={editing} />
      <fieldset disabled={!mayEdit} className="contents">
        <DraftFields
          name={editing.content.name}
          texts={fields}
          problems={read.problems}
          violations={violations}
          onName={(name) => editing.change((before) => ({ ...before, name }))}
          onChange={change}
          aside={
            <Button
              size="small"
              kind="soft"
              disabled={last?.plan == null}
              onClick={() => last?.plan != null && change(textsOfPlan(last.plan))}
            >
              {t('fromLast')}
            </Button>
          }
        />
      </fieldset>
      {wrong > 0 && <Notice kind="pending">{t('open', { count: wrong })}</Notice>}
      {check !== null && read.request !== null && (
        <Panel title={t('difference')}>
          <PlanDifference before={last?.plan ?? null} after={read.request} differences={check.differences} />
        </Panel>
      )}
      {check !== null && read.request !== null && (
        <ConsentsAsked asked={check.consents.asked} beyond={termsBeyondText(check.consents.beyond)} />
      )}
      {check !== null && check.rounds.length > 0 && (
        <Panel title={t('schedule')}>
          <PlanSchedule rounds={check.rounds} />
        </Panel>
      )}
      <SimulationPanel input={wrong === 0 ? input : null} inputKey={inputKey} onShown={setSeen} />
      <Publish publication={wrong === 0 && check !== null ? read.publication : null} isSeen={seen === inputKey} />
      {mayEdit && <DeleteDraft draftId={draft.draftId} version={editing.version} />}
    </>
  );
}

type PublishProps = { readonly publication: ReadDraft['publication']; readonly isSeen: boolean };

/** Publishes exactly the fields that were simulated. */
function Publish({ publication, isSeen }: PublishProps) {
  const t = useTranslations('plans');
  if (publication === null) return null;
  if (!isSeen) return <Notice kind="info">{t('publishFirst')}</Notice>;
  return <ActionButton name="plans/publish" fields={publication} label={t('publish')} kind="primary" />;
}

/** Deletes a draft after a confirmation. */
function DeleteDraft({ draftId, version }: { readonly draftId: string; readonly version: number }) {
  const t = useTranslations('plans');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => readApi('POST /api/ops/drafts/delete', { draftId, version }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: plansKeys.drafts });
      void navigate({ to: '/plans' });
    },
  });
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="small"
        kind="danger"
        busy={remove.isPending}
        onClick={() => (isAsked ? remove.mutate() : setIsAsked(true))}
      >
        {isAsked ? t('removeSure') : t('remove')}
      </Button>
      <span role="status" className="text-danger text-xs empty:hidden">
        {remove.error === null ? '' : t('notSaved', { why: errorText(remove.error) })}
      </span>
    </div>
  );
}
