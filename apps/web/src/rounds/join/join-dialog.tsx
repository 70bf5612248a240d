import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { availableOf } from '#assets/asset-totals.ts';
import { assetsQuery } from '#assets/assets-queries.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { OutlookLink } from '#simulation/outlook-link.tsx';
import { useAmountProblemText } from '#ui/amount-problem.ts';
import { CountdownText } from '#ui/countdown.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ownInRoundQuery } from '../history-queries.ts';
import { endMoment, useMomentHere } from '../settlement/moment-store.ts';
import type { JoinBody } from './join-flow.ts';
import { JoinMoment } from './join-moment.tsx';
import { confirmStatus, type JoinStep } from './join-step.ts';
import { missingAmount, type RechargeAmounts } from './missing-amount.ts';
import { PendingJoin } from './pending-join.tsx';
import { consentTitle, useConsentStep } from './use-consent-step.ts';
import { useJoinBarrier } from './use-join-barrier.ts';
import { type JoinForm, useJoinForm } from './use-join-form.ts';
import { type JoinSteps, useJoinSteps } from './use-join-steps.ts';
import { BarrierNotice } from './views/barrier-notice.tsx';
import { ConsentStep } from './views/consent-step.tsx';
import { JoinAmount } from './views/join-amount.tsx';
import { JoinDone } from './views/join-done.tsx';
import { ConfirmFooter, ConsentFooter, DoneFooter } from './views/join-footers.tsx';

type RoundSummary = NonNullable<LastRound['round']>;
type LastRound = ReplyOf<'POST /api/app/last/crowdfund'>;

export type JoinDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Reopens the sheet after the prompt for which it was closed. */
  readonly onReopen: () => void;
  /** The initial amount. */
  readonly initialAmount: string;
  /** Leaves for a recharge, with the city and the amounts. */
  readonly onRecharge: (cityId: string, amounts: RechargeAmounts) => void;
  readonly round: NonNullable<LastRound['round']>;
  readonly terms: NonNullable<LastRound['terms']>;
  readonly termsHash: string;
  /** The round that succeeded this one; null while this one is the latest of its city. */
  readonly next: RoundSummary | null;
  /** An earlier join of the account whose outcome is unknown: it blocks further joins. */
  readonly pendingJoin: PendingRequest<JoinBody> | null;
  readonly onTermsChanged: () => void;
  readonly onShowOrder: (orderId: string) => void;
};

const STEP_TITLES = {
  amount: 'join.title',
  sending: 'join.title',
  done: 'join.doneTitle',
} as const satisfies Record<Exclude<JoinStep['kind'], 'consent'>, string>;

/** Joining a round: the amount with its preview, the consent before the first join, the order. */
export function JoinDialog(props: JoinDialogProps) {
  const { open, round } = props;
  const t = useTranslations('rounds');
  const cityName = useCityName();
  const joiner = useJoiner(round.roundId, open);
  const { account, available, joined } = joiner;
  const barrier = useJoinBarrier();
  const steps = useJoinSteps(props.onTermsChanged);
  const { step } = steps;
  const consent = useConsentStep(open && step.kind === 'consent');
  const roundState = props.next === null ? round.state : 'ended';
  const { initialAmount } = props;
  const form = useJoinForm({ round: { ...round, state: roundState }, available, joined, initialAmount, open });
  const roundName = { city: cityName(round.city), phase: String(round.phase), number: String(round.number) };

  const moment = useMomentHere(open ? round.roundId : null);
  const close = () => {
    if (moment !== null) endMoment(moment.roundId);
    props.onClose();
    if (step.kind === 'done') form.amount.reset();
    steps.toAmount();
  };
  const joinBy = (send: JoinSteps['send']) => {
    if (account === null || form.amounts === null) return steps.toAmount();
    const { roundId, city } = round;
    void send(account, { roundId, amount: form.amounts.asked, termsHash: props.termsHash, city });
  };

  if (moment !== null) return <JoinMoment moment={moment} open={open} onClose={close} onShow={props.onShowOrder} />;
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t(step.kind === 'consent' ? consentTitle(consent) : STEP_TITLES[step.kind], roundName)}
      footer={
        step.kind === 'done' ? (
          <DoneFooter orderId={step.order.orderId} onClose={close} onShow={props.onShowOrder} />
        ) : step.kind === 'consent' ? (
          <ConsentFooter
            consent={consent}
            joins={form.amounts?.taken ?? null}
            onAccepted={() => joinBy(steps.sendConsented)}
            onBack={steps.toAmount}
          />
        ) : (
          <AmountFooter
            {...props}
            form={form}
            step={step}
            joiner={joiner}
            isClosed={roundState !== 'open' || barrier !== null}
            onConfirm={() => joinBy(steps.send)}
            onNext={props.next === null ? null : close}
          />
        )
      }
    >
      {(step.kind === 'amount' || step.kind === 'sending') && (
        <>
          <BarrierNotice barrier={barrier} />
          <AmountStep {...props} form={form} available={available} step={step} onChanged={steps.toAmount} />
        </>
      )}
      {step.kind === 'consent' && <ConsentStep {...consent} />}
      {step.kind === 'done' && <JoinDone order={step.order} round={round} />}
    </Sheet>
  );
}

type AmountFooterProps = JoinDialogProps & {
  readonly form: JoinForm;
  readonly step: JoinStep;
  readonly joiner: Joiner;
  /** The round accepts no orders of this user now. */
  readonly isClosed: boolean;
  readonly onConfirm: () => void;
  readonly onNext: (() => void) | null;
};

function AmountFooter(props: AmountFooterProps) {
  const { form, step, joiner, isClosed, onClose, onReopen } = props;
  /** The session's prompts are sheets too: this one closes for them and reopens afterwards. */
  const authorize = async () => {
    onClose();
    await ensureAuthorized();
    onReopen();
  };
  const recharge = () => {
    onClose();
    const wanted = form.amount.text;
    props.onRecharge(props.round.cityId, { wanted, missing: missingAmount(wanted, joiner.available) });
  };
  const lacksBalance =
    joiner.available === '0' ||
    (step.kind === 'amount' && step.refusal?.error === 'insufficient-balance') ||
    form.amount.problem?.code === 'amount-over-available';
  return (
    <ConfirmFooter
      status={confirmStatus({ ...joiner, step, hasPendingJoin: props.pendingJoin !== null, isClosed })}
      amounts={form.amounts}
      onAuthorize={() => void authorize()}
      onConfirm={props.onConfirm}
      onMissing={form.amount.touch}
      onRecharge={lacksBalance ? recharge : null}
      onNext={props.onNext}
    />
  );
}

type AmountStepProps = Pick<JoinDialogProps, 'round' | 'terms' | 'termsHash' | 'pendingJoin' | 'next'> & {
  readonly form: JoinForm;
  readonly available: string | null;
  readonly step: JoinStep;
  /** The user changed the amount. */
  readonly onChanged: () => void;
};

function AmountStep(props: AmountStepProps) {
  const { round, terms, termsHash, pendingJoin, next, form, available, step, onChanged } = props;
  const problemText = useAmountProblemText('JU');
  const refusal = step.kind === 'amount' ? step.refusal : null;
  const { visibleProblem } = form.amount;
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
        closesAt={round.closesAt}
        available={available}
        problemText={refusal?.text ?? (visibleProblem === null ? null : problemText(visibleProblem))}
        outlook={<OutlookLink roundId={round.roundId} />}
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

type Joiner = {
  /** The address if the user can join, i.e. is signed in and on our chain; otherwise null. */
  readonly account: string | null;
  /** Signed in, on any chain. */
  readonly canRead: boolean;
  /** JU available; null for visitors who are not signed in, and while unknown. */
  readonly available: string | null;
  /** JU that the user has put into the round. */
  readonly joined: string;
};

/** Returns the account and its balance for a join; reading them does not need our chain. */
function useJoiner(roundId: string, open: boolean): Joiner {
  const { stage, address, canRead } = useVisitor();
  const enabled = open && canRead;
  const assets = useQuery({ ...assetsQuery(address ?? ''), enabled });
  const own = useQuery({ ...ownInRoundQuery(address ?? '', roundId), enabled });
  return {
    account: stage === 'authorized' ? address : null,
    canRead,
    available: !canRead || assets.data === undefined ? null : availableOf(assets.data.assets, 'JU'),
    joined: (canRead ? own.data?.joined : undefined) ?? '0',
  };
}
