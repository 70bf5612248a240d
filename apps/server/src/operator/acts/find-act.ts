import type { Act } from '../act.ts';
import { cancelOpen } from './cancel-open-withdrawal.ts';
import { addNewCity, moveCity, publishPhasePlan } from './change-offer.ts';
import { addOperator, removeOperator } from './change-operators.ts';
import { dropContact, dropQuestion, putInOrder, setContact, writeQuestion } from './change-qa.ts';
import { addToReserve, capReserve } from './change-reserve.ts';
import { grantUserStatus, setTeamThresholds } from './change-standing.ts';
import { changeText } from './change-text.ts';
import { approveWaiting, rejectWaiting } from './decide-waiting-withdrawal.ts';
import { acknowledgeFault, resumeChain } from './end-doubt.ts';
import { letGoOn, setAside } from './hold-round.ts';
import { releaseSetAside, resendWaiting } from './send-grant-again.ts';
import { setMining, setPools } from './set-days.ts';
import { setHold, setLimits } from './set-limits.ts';
import { setRegion } from './set-region.ts';
import { pausePart, unpausePart } from './switch-part.ts';

const ACTS = {
  pause: pausePart,
  unpause: unpausePart,
  'set-limits': setLimits,
  'set-hold': setHold,
  'set-region': setRegion,
  'fund-reserve': addToReserve,
  'cap-reserve': capReserve,
  'publish-plan': publishPhasePlan,
  'add-city': addNewCity,
  'move-city': moveCity,
  'change-text': changeText,
  'save-question': writeQuestion,
  'remove-question': dropQuestion,
  'order-questions': putInOrder,
  'save-contact': setContact,
  'remove-contact': dropContact,
  'approve-withdrawal': approveWaiting,
  'reject-withdrawal': rejectWaiting,
  'cancel-withdrawal': cancelOpen,
  'set-aside-round': setAside,
  'let-round-go-on': letGoOn,
  'grant-standing': grantUserStatus,
  'set-thresholds': setTeamThresholds,
  'set-mining': setMining,
  'set-pools': setPools,
  'release-grant': releaseSetAside,
  'resend-grant': resendWaiting,
  'resume-chain': resumeChain,
  'acknowledge-journal': acknowledgeFault,
  'add-operator': addOperator,
  'remove-operator': removeOperator,
} as const satisfies Record<string, Act>;

/** The kinds of act, as the log names them. */
export type ActName = keyof typeof ACTS;

/** The act of a name. Throws for one that a row holds and this version does not know. */
export function findAct(name: string): Act {
  if (!isActName(name)) throw new Error(`no operator's act is called ${name}`);
  return ACTS[name];
}

function isActName(name: string): name is ActName {
  return Object.hasOwn(ACTS, name);
}
