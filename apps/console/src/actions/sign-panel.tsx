import { badInputOf } from '@city-mint/api-contract/bad-input';
import type { SignedAction } from '@city-mint/api-contract/operator/action-signature';
import { reason as reasonSchema } from '@city-mint/api-contract/operator/operator-action';
import type { PreparedRequest } from '@city-mint/api-contract/operator-client/sign-request';
import { Button, type ButtonKind } from '@city-mint/ui/button.tsx';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { controlClass } from '#ui/control.tsx';
import type { SentRequest } from './action-outcome.ts';
import { changeEntry, useEntry } from './action-store.ts';
import type { ActionAnswer } from './sign-flow.ts';
import { SignedWords } from './signed-words.tsx';
import { isOvertaken, SigningNotice } from './signing-notice.tsx';
import { useActionWords } from './use-action-words.ts';
import { useSigning } from './use-signing.ts';

type SignPanelProps<Request extends SentRequest> = {
  /** Key of the entry that stores the reason, and the request while its outcome is unknown. */
  readonly entry: string;
  readonly submitLabel: string;
  readonly kind?: ButtonKind;
  /** Returns the complete data to sign, including the reason. */
  readonly prepare: (reason: string) => PreparedRequest<Request>;
  readonly words: (reason: string) => SignedAction;
  readonly send: (request: Request) => Promise<ActionAnswer>;
  /** Called with a message when the preview is out of date: the parent shows the message and reloads the preview. */
  readonly onChanged: (why: string) => void;
  /** Replaces the button: the reason why it cannot be signed. */
  readonly blocked?: ReactNode;
};

/** The reason, the data that the wallet will show, the signature, and the outcome. */
export function SignPanel<Request extends SentRequest>(props: SignPanelProps<Request>) {
  const { entry, submitLabel, kind = 'primary', prepare, words, send, onChanged, blocked } = props;
  const t = useTranslations('actions.sign');
  const { reason } = useEntry(entry);
  const [isTried, setIsTried] = useState(false);
  const { state, isBusy, sign, sendAgain } = useSigning<Request>({ entry, send });
  const problem = useReasonProblem(reason);
  const isUnknown = state.state === 'unknown';
  const { refusalOf } = useActionWords();
  useEffect(() => {
    if (isOvertaken(state)) onChanged(refusalOf(state));
  }, [state, onChanged, refusalOf]);
  const submit = () => {
    setIsTried(true);
    if (problem === null) void sign(() => prepare(reason.trim()));
  };
  return (
    <div className="flex flex-col gap-3">
      <ReasonField
        reason={reason}
        problem={isTried ? problem : null}
        disabled={isBusy || isUnknown}
        onChange={(text) => changeEntry(entry, { reason: text })}
      />
      {/* While the wallet asks, show exactly its data; before that, the same without the fields set on signing. */}
      <SignedWords
        signed={state.state === 'signing' ? state.signed : words(reason.trim())}
        isComplete={state.state === 'signing'}
      />
      <div aria-live="polite" className="empty:hidden">
        <SigningNotice state={state} onSendAgain={() => void sendAgain()} />
      </div>
      {blocked ?? (
        <Button size="small" kind={kind} className="self-end" busy={isBusy} disabled={isUnknown} onClick={submit}>
          {isBusy ? t(state.state === 'sending' ? 'sending' : 'inWallet') : submitLabel}
        </Button>
      )}
    </div>
  );
}

type ReasonFieldProps = {
  readonly reason: string;
  readonly problem: string | null;
  readonly disabled: boolean;
  readonly onChange: (reason: string) => void;
};

function ReasonField({ reason, problem, disabled, onChange }: ReasonFieldProps) {
  const t = useTranslations('actions.sign');
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {t('reason')}
      </label>
      <textarea
        id={id}
        rows={2}
        value={reason}
        disabled={disabled}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-note`}
        className={`${controlClass(problem !== null)} field-sizing-content py-2`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-note`} className={`text-xs ${problem === null ? 'text-muted' : 'text-danger'}`}>
        {problem ?? t('reasonHint')}
      </p>
    </div>
  );
}

/** Returns the error of a reason as a text, or null. */
function useReasonProblem(reason: string): string | null {
  const t = useTranslations('actions.sign');
  const { refusalOf } = useActionWords();
  const parsed = reasonSchema.safeParse(reason.trim());
  if (parsed.success) return null;
  const { error, details } = badInputOf(parsed.error.issues[0], reason);
  return error === 'text-format' ? t('reasonShort') : refusalOf({ error, details: { ...details, field: 'reason' } });
}
