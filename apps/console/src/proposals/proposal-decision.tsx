import type { SignedAction } from '@city-mint/api-contract/operator/action-signature';
import { isActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { signedAction } from '@city-mint/api-contract/operator/signed-action';
import { prepareConfirmation, prepareRejection } from '@city-mint/api-contract/operator-client/sign-request';
import { Button } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { entryKey } from '#actions/action-store.ts';
import { SignPanel } from '#actions/sign-panel.tsx';
import { callApi } from '#platform/api.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { operatorSigner, useOperator } from '#session/operator-queries.ts';
import { Panel } from '#ui/panel.tsx';
import type { Proposal } from './proposals-queries.ts';

type ProposalDecisionProps = {
  readonly proposal: Proposal;
  /** Whether its changes are still those proposed. */
  readonly canConfirm: boolean;
  /** Called with a message when the proposal on the screen is out of date. */
  readonly onChanged: (why: string) => void;
};

const REJECT = 'POST /api/ops/proposals/reject';
const CONFIRM = 'POST /api/ops/proposals/confirm';

/** Confirms or rejects a proposal, each with a reason and a signature; shows who may not, and why. */
export function ProposalDecision({ proposal, canConfirm, onChanged }: ProposalDecisionProps) {
  const t = useTranslations('proposals');
  const { address, mayConfirm } = useOperator();
  const [choice, setChoice] = useState<'confirm' | 'reject' | null>(null);
  const { proposalId } = proposal;
  const isOwn = proposal.proposedBy === address;
  const why = isOwn ? t('own') : mayConfirm ? (canConfirm ? null : t('cannotConfirm')) : t('roleTooLow');
  const mayReject = isOwn || mayConfirm;
  return (
    <Panel title={t('decide')}>
      <div className="flex flex-col gap-3">
        {why !== null && <Notice kind="info">{why}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={why !== null}
            aria-pressed={choice === 'confirm'}
            onClick={() => setChoice('confirm')}
          >
            {t('confirm')}
          </Button>
          <Button
            size="small"
            kind="danger"
            disabled={!mayReject}
            aria-pressed={choice === 'reject'}
            onClick={() => setChoice('reject')}
          >
            {t('reject')}
          </Button>
        </div>
        {choice === 'confirm' && why === null && (
          <SignPanel
            key="confirm"
            entry={entryKey(address, 'proposals/confirm', { proposalId })}
            submitLabel={t('signConfirm')}
            words={(reason) => confirmationWords(proposal, { address, reason })}
            prepare={(reason) => prepareConfirmation(operatorSigner(), { proposal, reason })}
            send={(request) => callApi(CONFIRM, request)}
            onChanged={onChanged}
          />
        )}
        {choice === 'reject' && mayReject && (
          <SignPanel
            key="reject"
            kind="danger"
            entry={entryKey(address, 'proposals/reject', { proposalId })}
            submitLabel={t('signReject')}
            words={(reason) =>
              signedAction({ key: REJECT, fields: { proposalId } }, signing(proposal, { address, reason }))
            }
            prepare={(reason) => prepareRejection(operatorSigner(), { proposalId, reason, version: proposal.version })}
            send={(request) => callApi(REJECT, request)}
            onChanged={onChanged}
          />
        )}
      </div>
    </Panel>
  );
}

type Signer = { readonly address: string; readonly reason: string };

/** Returns the data to sign for a version; the signature adds the id and times. */
function signing({ version }: Proposal, { address, reason }: Signer) {
  const { chainId, vault } = buildSettings;
  return { chainId, vault, operator: address, reason, version, requestId: '', issuedAt: 0 };
}

function confirmationWords(proposal: Proposal, signer: Signer): SignedAction {
  const key = `POST /api/ops/${proposal.action}`;
  if (!isActionKey(key)) throw new Error(`this console does not know the action ${proposal.action}`);
  const parsed = operatorActions[key].request.safeParse({ ...proposal.params, ...UNSIGNED });
  const confirms = { id: proposal.proposalId, by: proposal.proposedBy, reason: proposal.reason };
  return signedAction({ key, fields: parsed.data ?? proposal.params }, signing(proposal, signer), confirms);
}
