import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { availableOf } from '#assets/asset-totals.ts';
import { assetsQuery } from '#assets/assets-queries.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { useAmountProblemText } from '#ui/amount-problem.ts';
import { CountdownText } from '#ui/countdown.tsx';
import { Notice } from '#ui/notice.tsx';
import { PendingNotice } from '#ui/pending-notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { JoinBody } from './join-flow.ts';
import { JoinMoment } from './join-moment.tsx';
import { confirmStatus, type JoinStep } from './join-step.ts';
import { endMoment, useMomentHere } from './moment-store.ts';
import { type ConsentForm, useConsentStep } from './use-consent-step.ts';
import { type JoinForm, useJoinForm } from './use-join-form.ts';
import { type JoinSteps, useJoinSteps } from './use-join-steps.ts';
import { ConsentStep } from './views/consent-step.tsx';
import { JoinAmount } from './views/join-amount.tsx';
import { JoinDone } from './views/join-done.tsx';
import { ConfirmFooter, ConsentFooter, DoneFooter } from './views/join-footers.tsx';

type RoundSummary = NonNullable<LastRound['round']>;
type LastRound = ReplyOf<'POST /api/app/last/crowdfund'>;

export type JoinDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly round: NonNullable<LastRound['round']>;
  readonly terms: NonNullable<LastRound['terms']>;
  readonly termsHash: string;
  /** The round that took this one's place; null while this one is the latest of its city. */
  readonly next: RoundSummary | null;
  /** The outcome of an earlier join of the account is unknown: no other can be sent until it is known. */
  readonly pendingJoin: PendingRequest<JoinBody> | null;
  readonly onTermsChanged: () => void;
  readonly onShowOrder: (orderId: string) => void;
};

const STEP_TITLES = {
  amount: 'join.title',
  sending: 'join.title',
  consent: 'consent.title',
  done: 'join.doneTitle',
} as const satisfies Record<JoinStep['kind'], string>;

/** Joining a round: the amount with its preview, the consent before the first join, the order. */
export function JoinDialog(props: JoinDialogProps) {
  const { open, onOpenChange, round } = props;
  const t = useTranslations('rounds');
  const cityName = useCityName();
  const { stage, address } = useVisitor();
  const account = stage === 'authorized' ? address : null;
  const available = useAvailable(account, open);
  const steps = useJoinSteps(props.onTermsChanged);
  const { step } = steps;
  const consent = useConsentStep(open && step.kind === 'consent');
  const roundState = props.next === null ? round.state : 'ended';
  const form = useJoinForm({ round: { ...round, state: roundState }, available, open });
  const roundName = { city: cityName(round.city), phase: String(round.phase), number: String(round.number) };

  const moment = useMomentHere(open ? round.roundId : null);
  const close = () => {
    if (moment !== null) endMoment(moment.roundId);
    onOpenChange(false);
    if (step.kind === 'done') form.amount.reset();
    steps.toAmount();
  };
  /** The prompts of the session are sheets too: this one closes for them and opens again afterwards. */
  const authorize = async () => {
    onOpenChange(false);
    await ensureAuthorized();
    onOpenChange(true);
  };
  const confirm = () => {
    if (account === null || form.amount.problem !== null) return;
    const { roundId, city } = round;
    void steps.send(account, { roundId, amount: form.amount.text, termsHash: props.termsHash, city });
  };

  if (moment !== null) return <JoinMoment moment={moment} open={open} onClose={close} onShow={props.onShowOrder} />;
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t(STEP_TITLES[step.kind], roundName)}
      footer={
        step.kind === 'done' ? (
          <DoneFooter orderId={step.order.orderId} onClose={close} onShow={props.onShowOrder} />
        ) : step.kind === 'consent' ? (
          <AcceptConsent consent={consent} steps={steps} />
        ) : (
          <ConfirmFooter
            status={confirmStatus({
              account,
              step,
              hasPendingJoin: props.pendingJoin !== null,
              roundState,
            })}
            amount={form.amount.problem === null ? form.amount.text : null}
            onAuthorize={() => void authorize()}
            onConfirm={confirm}
            onMissing={form.amount.touch}
            onNext={props.next === null ? null : close}
          />
        )
      }
    >
      {(step.kind === 'amount' || step.kind === 'sending') && (
        <AmountStep {...props} form={form} available={available} step={step} onChanged={steps.toAmount} />
      )}
      {step.kind === 'consent' && <ConsentStep {...consent} />}
      {step.kind === 'done' && <JoinDone order={step.order} roundName={t('join.doneText', roundName)} />}
    </Sheet>
  );
}

/** A join whose outcome is not known yet. */
export function PendingJoin({ pending }: { readonly pending: PendingRequest<JoinBody> }) {
  const t = useTranslations('rounds.pending');
  const cityName = useCityName();
  const { city, amount } = pending.body;
  return (
    <PendingNotice
      requestId={pending.requestId}
      title={t('title')}
      text={t('text', { city: cityName(city), amount })}
    />
  );
}

type AmountStepProps = Pick<JoinDialogProps, 'terms' | 'termsHash' | 'pendingJoin' | 'next'> & {
  readonly form: JoinForm;
  readonly available: string | null;
  readonly step: JoinStep;
  /** The user changed the amount. */
  readonly onChanged: () => void;
};

function AmountStep({ terms, termsHash, pendingJoin, next, form, available, step, onChanged }: AmountStepProps) {
  const problemText = useAmountProblemText();
  const refusal = step.kind === 'amount' ? step.refusal : null;
  const { problem, visibleProblem } = form.amount;
  const needsRecharge =
    available === '0' || refusal?.error === 'insufficient-balance' || problem?.code === 'amount-over-available';
  return (
    <div className="flex flex-col gap-4">
      {pendingJoin !== null && step.kind === 'amount' && <PendingJoin pending={pendingJoin} />}
      {next !== null && <RoundOver next={next} />}
      <JoinAmount
        amount={form.amount.text}
        limits={form.limits}
        preview={form.preview}
        terms={terms}
        termsHash={termsHash}
        available={available}
        problemText={refusal?.text ?? (visibleProblem === null ? null : problemText(visibleProblem))}
        needsRecharge={needsRecharge}
        onAmount={(text) => {
          form.amount.change(text);
          onChanged();
        }}
      />
    </div>
  );
}

/** The round ended while its sheet was open. */
function RoundOver({ next }: { readonly next: RoundSummary }) {
  const t = useTranslations('rounds');
  const isAhead = next.state === 'scheduled';
  const label = t(isAhead ? 'card.opensIn' : 'card.closesIn');
  return (
    <div role="status">
      <Notice kind="pending">
        <p>{t('join.over')}</p>
        {(isAhead || next.state === 'open') && (
          <p className="mt-1 font-semibold">
            {t('join.nextRound')} · {label}{' '}
            <CountdownText until={isAhead ? next.opensAt : next.closesAt} label={label} />
          </p>
        )}
      </Notice>
    </div>
  );
}

function AcceptConsent({ consent, steps }: { readonly consent: ConsentForm; readonly steps: JoinSteps }) {
  const accept = async () => {
    if (await consent.accept()) steps.toAmount();
  };
  return <ConsentFooter ready={consent.isChecked} onBack={steps.toAmount} onAccept={() => void accept()} />;
}

/** JU available to the account; null while no one is signed in or the balance is not known. */
function useAvailable(account: string | null, open: boolean): string | null {
  const assets = useQuery({ ...assetsQuery(account ?? ''), enabled: account !== null && open });
  return account === null || assets.data === undefined ? null : availableOf(assets.data.assets, 'JU');
}
