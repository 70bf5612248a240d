import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';

/** The consequence of each action, with figures that the server reads; the declaration of the action lists them. */
export const consequences = {
  'operators/add': 'Once it takes effect, this wallet can sign in to the console with the permissions of its role.',
  'operators/role':
    'The new role applies at once, in open sessions too. Of {proposals, plural, one {# open proposal} other {# open proposals}} of this operator, those that the new role cannot make end.',
  'operators/remove':
    'The sessions of this operator end at once and no new one can begin. {proposals, plural, one {# open proposal} other {# open proposals}} of theirs end with it.',
  pause:
    '{part, select, joins {{rounds, plural, =0 {Joining stops at once: no round is open now, and none opens until it is resumed.} one {Joining stops at once: # open round gets longer by the pause, and {wallets, plural, one {# wallet in it sees} other {# wallets in it see}} it. If the pause lasts too long, the round is cancelled and every principal is returned.} other {Joining stops at once: # open rounds get longer by the pause, and {wallets, plural, one {# wallet in them sees} other {# wallets in them see}} it. If the pause lasts too long, these rounds are cancelled and every principal is returned.}}} settlement {Settlement stops at once: payments of {rounds, plural, one {# round} other {# rounds}} stay at their step, and {wallets, plural, one {# wallet waits} other {# wallets wait}} for them.} withdrawals {Withdrawals stop at once: {withdrawals, plural, one {# open withdrawal waits} other {# open withdrawals wait}}, and new requests are refused. A signed voucher can still be redeemed for at most 20 minutes.} deposit {Deposits are still recorded, and credited only after resuming; users see them as in progress.} swap {The page stops offering swaps. The pool on chain is not affected.} other {This part stops at once.}} To resume takes two signatures.',
  unpause:
    '{part, select, joins {Joining continues: {rounds, plural, one {# round} other {# rounds}} end later by the length of the pause, which began {since}; the orders of {wallets, plural, one {# wallet} other {# wallets}} stay as they are.} settlement {Settlement continues: the payments of {rounds, plural, one {# round} other {# rounds}} to {wallets, plural, one {# wallet} other {# wallets}} go on at once. The pause began {since}.} withdrawals {Withdrawals continue: vouchers are signed for {withdrawals, plural, one {# open withdrawal} other {# open withdrawals}}. The pause began {since}.} deposit {Deposits continue: those that became final since {since} are credited.} swap {The page offers swaps again. The pause began {since}.} other {This part continues. The pause began {since}.}}',
  'limits/set':
    'Applies to new requests and to withdrawals without a signed voucher. In the last 24 hours all users withdrew {withdrawn}; {withdrawals, plural, one {# withdrawal waits} other {# withdrawals wait}} for an approval.',
  'limits/hold':
    'From the next request on, a first withdrawal to a new address waits this long. Requests already made are not affected.',
  'regions/set':
    'Applies at once to joining, binding an inviter and enabling auto-mint in this region. Existing orders, settlements, claims and withdrawals are not affected.',
  'reserve/fund':
    'The amount moves from the treasury to the reserve, which holds {balance}. {rounds, plural, one {# round can} other {# rounds can}} still fail, with a maximum loss of {loss} in total.',
  'reserve/cap':
    'The reserve holds {balance}, which is {excess} above the new cap; later settlements distribute the excess to participants.',
  'plans/publish':
    'Up to {rounds, plural, one {# round is} other {# rounds are}} scheduled; the first opens {opensAt}. Published terms cannot be changed: the plan can only be revoked before its first round begins, or ended later.{bargain, select, yes { FMC costs less here than at the pool: who fills the first round alone pays a fee of at most {cost} for each FMC; the 1-hour average is {price}.} other {}}',
  'plans/revoke':
    'The plan disappears from coming rounds; {rounds, plural, one {# published round is} other {# published rounds are}} cancelled without an order.',
  'plans/end':
    '{rounds, plural, one {# published round is} other {# published rounds are}} still held ({orders, plural, one {# order} other {# orders}}, {wallets, plural, one {# wallet} other {# wallets}}, {held}). No round follows.',
  'cities/add': 'The city appears in the console at once. The page shows it once a plan is published for it.',
  'cities/edit': 'Its place on the page’s map changes at once. Terms and settlements are not affected.',
  'cities/names': 'All readers see the new names at once. Terms and settlements keep the original name.',
  'rounds/suspend':
    'The round stays at its step: {held} of {orders, plural, one {# order} other {# orders}} ({wallets, plural, one {# wallet} other {# wallets}}) stay in escrow. The suspension lapses after a day at most; an open or full round is then cancelled. To resume takes two signatures.',
  'rounds/cancel':
    'The round ends for good: {held} are returned in full to {wallets, plural, one {# wallet} other {# wallets}} ({orders, plural, one {# order} other {# orders}}), its phase ends, and participants read the reason.',
  'rounds/resume':
    'The round continues and takes its due steps at once: {orders, plural, one {# order} other {# orders}} of {wallets, plural, one {# wallet} other {# wallets}}, {held}.',
  'withdrawals/approve':
    'Releases {amount}: a voucher is signed as soon as the limits permit, and a redeemed one is final. {withdrawals, plural, =0 {No other withdrawal waits} one {# other withdrawal waits} other {# other withdrawals wait}} for an approval.',
  'withdrawals/reject':
    '{amount} return at once to the available balance of the user. {withdrawals, plural, =0 {No other withdrawal waits} one {# other withdrawal waits} other {# other withdrawals wait}} for an approval.',
  'withdrawals/cancel':
    '{state, select, approved {No voucher is signed yet: {amount} return to the user at once.} other {No further voucher is signed. The last one can be redeemed until it expires or is cancelled on chain; then {amount} return to the user.}}',
  'payouts/pay':
    'Pays {amount}, which is final once redeemed; purpose and document are published. Within 24 hours this account can pay {left} more.',
  'payouts/addRecipient':
    'This wallet can be paid {hours, plural, =0 {at once} one {after # hour} other {after # hours}}.',
  'payouts/removeRecipient': 'This wallet can no longer be paid. Approved payouts are not affected.',
  'texts/set': 'Readers of the page see the new text once they reload it.',
  'texts/translate': 'Readers of the listed languages see the new text once they reload the page.',
  'announcements/save': 'The page shows this announcement to every reader during the set time.',
  'announcements/remove': 'The announcement disappears from the page at once.',
  'qa/save': 'A published question appears on the page; an unpublished one is visible to operators only.',
  'qa/remove': 'The question disappears from the page; removing its last language deletes it.',
  'qa/order': 'The page lists the questions in the new order.',
  'contacts/save': 'Readers of the page see this contact and can open it.',
  'contacts/remove': 'The contact disappears from the page at once.',
  'memberStatus/grant':
    'The participant has the granted node type or level until it is changed again; an empty field stays as it is.',
  'leaderboardNames/remove':
    'The leaderboards no longer show the participant, who is notified and can choose another name; no one can choose this one again.',
  'thresholds/set':
    'From the set day on, every participant is measured by the new thresholds; until then the current ones apply.',
  'mining/set':
    'Applies from the next UTC day on; the output of today does not change. {machines, plural, one {# machine mines} other {# machines mine}} today.',
  'pools/set':
    'Applies from the next UTC day on; the release of today does not change. The node pool holds {nodes}, the level pool {levels}.',
  'grants/release':
    'It is sent again under the same id, which the exchange books once. {alarms, plural, one {# grant is} other {# grants are}} in alarm now.',
  'grants/resend': 'It is sent again at once under the same id, which the exchange books once.',
  'exchangeAccounts/free':
    'Nothing more is sent to this account. The address and the owner of the account can each bind an account that the exchange confirms.',
  'chain/resume':
    'Indexing continues at once from the block where it halted; later deposits and withdrawals are booked.',
  'chain/book':
    'Books {payments, plural, one {# payment} other {# payments}}, {amount} and {fmc} in all, of {wallets, plural, one {# wallet} other {# wallets}}, {against, select, account {each against its own account} other {all against the treasury (FMC: the emission)}}. It cannot be undone. {against, select, account {{short, plural, =0 {} one {The balance of # payment’s account is too small now: if it still is when the payment is read, the treasury bears it.} other {The balances of # payments’ accounts are too small now: if they still are when the payments are read, the treasury bears them.}}} other {}} {others, plural, =0 {No other payment is} one {# other payment is} other {# other payments are}} undecided; indexing continues once none is.',
  'journal/acknowledge': 'The error is no longer shown. If it persists, it is found again within minutes.',
} satisfies Readonly<Record<OperatorActionName, string>>;
