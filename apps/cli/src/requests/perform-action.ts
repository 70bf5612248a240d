import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import {
  isActionKey,
  type OperatorActionKey,
  operatorActions,
  operatorEndpoints,
} from '@city-mint/api-contract/operator/endpoints';
import { actionName, PREVIEWED } from '@city-mint/api-contract/operator/operator-action';
import { CONFIRMING_ROLE, hasRole, type OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import {
  type ListedProposal,
  signConfirmation,
  signRejection,
  signRequest,
} from '@city-mint/api-contract/operator-client/sign-request';
import { OPERATOR_TEXTS } from '@city-mint/texts/operator-languages';
import { CommandError, EXIT, usageError } from '../exit-codes.ts';
import type { Settings } from '../options/settings.ts';
import { formatChange, type ShownChange } from '../output/format-change.ts';
import { formatConsequence } from '../output/format-consequence.ts';
import { formatTime } from '../output/format-reply.ts';
import type { ActionDocument } from '../output/json-document.ts';
import { refusedError } from '../output/refused-error.ts';
import { createOpsClient, type Session } from '../session/open-session.ts';
import type { Terminal } from '../terminal.ts';
import { assertNotProposed, findProposal } from './open-proposals.ts';
import { type SignedRequest, sendSigned } from './send-signed.ts';

/** A signed-in operator at a terminal. */
export type Operating = { readonly session: Session; readonly settings: Settings; readonly terminal: Terminal };

type Preview = ReplyOf<'POST /api/ops/preview'>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Shows an action's changes, asks for confirmation, signs the version shown and sends it. Returns the outcome; throws a
 * `CommandError` if it is refused or not confirmed.
 */
export async function performAction(
  operating: Operating,
  { key, fields, reason }: { readonly key: OperatorActionKey; readonly fields: Fields; readonly reason: string },
): Promise<ActionDocument> {
  const { session, settings } = operating;
  await assertRole(operating, operatorActions[key].role);
  const preview = withReason(await previewAction(operating, key, fields), reason);
  if (preview.operators === 2) await assertNotProposed(operating, { key, fields });
  await confirmShown(operating, changeOf(operating, { key, fields, reason, preview }), settings.texts.askSign);
  const request = await signRequest(await session.signer(), { key, fields, reason, version: preview.version });
  return send(operating, { key, request }, preview);
}

/**
 * Shows a proposal's current changes, asks, signs and sends the confirmation. If the subject has changed since the
 * proposal, nothing is signed. Returns the outcome.
 */
export async function confirmProposal(
  operating: Operating,
  { proposalId, reason }: { readonly proposalId: string; readonly reason: string },
): Promise<ActionDocument> {
  const { session, settings } = operating;
  const { texts } = settings;
  await assertRole(operating, CONFIRMING_ROLE);
  const proposal = await findProposal(operating, proposalId);
  const key = `POST /api/ops/${proposal.action}`;
  if (!isActionKey(key)) throw usageError(texts.unknownAction(proposal.action));
  // Participants read the reason of the proposal.
  const preview = withReason(await previewAction(operating, key, proposal.params), proposal.reason);
  if (preview.version !== proposal.version) {
    throw new CommandError(EXIT.refused, { error: 'proposal-outdated', message: texts.proposalOutdated });
  }
  // The confirming operator is the second one.
  const change = changeOf(operating, { key, fields: proposal.params, reason, preview: { ...preview, operators: 1 } });
  await confirmShown(operating, { ...change, proposed: proposedOf(proposal) }, texts.askConfirm);
  const request = await signConfirmation(await session.signer(), { proposal, reason });
  return send(operating, { key: 'POST /api/ops/proposals/confirm', request }, preview);
}

/** Shows a proposal, asks, signs and sends its rejection. Returns the outcome. */
export async function rejectProposal(
  operating: Operating,
  { proposalId, reason }: { readonly proposalId: string; readonly reason: string },
): Promise<ActionDocument> {
  const { session, settings } = operating;
  const proposal = await findProposal(operating, proposalId);
  const key = 'POST /api/ops/proposals/reject';
  const preview = { ...proposal, operators: 1, consequence: {} } as const;
  const change = changeOf(operating, { key, fields: { proposalId, ...proposal.params }, reason, preview });
  await confirmShown(operating, { ...change, proposed: proposedOf(proposal) }, settings.texts.askReject);
  const request = await signRejection(await session.signer(), { proposalId, reason, version: proposal.version });
  return send(operating, { key, request }, { ...preview, before: null, after: null });
}

/** Never sign a request that the server would refuse for the operator's role. */
async function assertRole({ session, settings: { lang } }: Operating, needed: OperatorRole): Promise<void> {
  const me = await session.call('POST /api/ops/me', {});
  if (!me.ok) throw refusedError(me);
  if (hasRole(me.data.role, needed)) return;
  const message = OPERATOR_TEXTS[lang].operatorRefusals['role-too-low'].replace('{limit}', needed);
  throw new CommandError(EXIT.refused, { error: 'role-too-low', message, details: { limit: needed } });
}

async function previewAction({ session }: Operating, key: OperatorActionKey, fields: Fields): Promise<Preview> {
  const preview = await session.call('POST /api/ops/preview', { action: actionName(key), fields });
  if (!preview.ok) throw refusedError(preview);
  return preview.data;
}

/** A preview stands for the reason, which is written after it: returns it with the reason itself. */
function withReason(preview: Preview, reason: string): Preview {
  const { after } = preview;
  const entries = Object.entries(after ?? {}).map(([name, to]) => [name, to === PREVIEWED ? reason : to]);
  return { ...preview, after: after && Object.fromEntries(entries) };
}

type Changing = {
  readonly key: SignedRequest['key'];
  readonly fields: Fields;
  readonly reason: string;
  readonly preview: Pick<Preview, 'subject' | 'before' | 'after' | 'operators' | 'consequence'>;
};

function changeOf({ session, settings }: Operating, { key, fields, reason, preview }: Changing): ShownChange {
  const { subject, before, after, operators, consequence: figures } = preview;
  const action = actionName(key);
  return {
    action,
    consequence: formatConsequence({ action, figures }, settings.lang),
    meaning: operatorEndpoints[key].summary,
    ...{ subject, before, after, operators, fields, reason },
    operator: session.address,
    system: session.opsUrl,
    chainId: session.chainId,
  };
}

function proposedOf({ proposedBy, reason, expiresAt }: ListedProposal) {
  return { by: proposedBy, reason, until: formatTime(expiresAt) };
}

/** Shows a change on stderr, and asks. Throws unless the answer is yes. With --yes, --quiet hides the change. */
async function confirmShown({ settings, terminal }: Operating, change: ShownChange, question: string): Promise<void> {
  const { texts, yes, quiet } = settings;
  if (yes && quiet) return;
  terminal.err(`${formatChange(change, texts).join('\n')}\n\n`);
  if (yes) return;
  if (!terminal.isInteractive) throw usageError(texts.yesNeeded);
  const answer = (await terminal.ask(question)).trim().toLowerCase();
  if (answer === 'y' || answer === 'yes' || answer === '是') return;
  throw new CommandError(EXIT.refused, { error: 'not-confirmed', message: texts.notConfirmed });
}

async function send(
  { session, settings }: Operating,
  signed: SignedRequest,
  { subject, before, after }: Pick<Preview, 'subject' | 'before' | 'after'>,
): Promise<ActionDocument> {
  const { apiUrl, texts } = settings;
  const log = apiUrl === null ? null : createOpsClient(settings, apiUrl);
  const { outcome, isSentAgain } = await sendSigned({ call: session.call, log, texts }, signed);
  return {
    ...outcome,
    action: actionName(signed.key),
    requestId: signed.request.requestId,
    ...{ subject, before, after },
    sentAgain: isSentAgain,
  };
}
