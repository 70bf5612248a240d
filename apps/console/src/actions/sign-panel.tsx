import { badInputOf } from '@city-mint/api-contract/bad-input';
import { reason as reasonSchema } from '@city-mint/api-contract/operator/operator-action';
import type { SignedAction } from '@city-mint/api-contract/operator/signed-action';
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
  /** The key of the entry that keeps the reason and a request whose answer is not known. */
  readonly entry: string;
  readonly submitLabel: string;
  readonly kind?: ButtonKind;
  /** Returns what is signed with a reason, complete. */
  readonly prepare: (reason: string) => PreparedRequest<Request>;
  readonly words: (reason: string) => SignedAction;
  readonly send: (request: Request) => Promise<ActionAnswer>;
  /** Called with the words why, when what was shown is not so any more: its owner says them and shows it again. */
  readonly onChanged: (why: string) => void;
  /** Why it cannot be signed; in place of the button. */
  readonly blocked?: ReactNode;
};

/** The reason, what the wallet will show word by word, the signature, and what became of it. */
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
      {/* While the wallet asks, what it asks; before, the same without what is set at that moment. */}
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

/** Returns what is wrong with a reason, in words, or null. */
function useReasonProblem(reason: string): string | null {
  const t = useTranslations('actions.sign');
  const { refusalOf } = useActionWords();
  const parsed = reasonSchema.safeParse(reason.trim());
  if (parsed.success) return null;
  const { error, details } = badInputOf(parsed.error.issues[0], reason);
  return error === 'text-format' ? t('reasonShort') : refusalOf({ error, details: { ...details, field: 'reason' } });
}
