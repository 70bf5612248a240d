import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Texts of the refusals of operator endpoints, each with the code of its answer. */
export const OPERATOR_REFUSALS = {
  'not-an-operator': {
    code: CODES.forbidden,
    zh: '该地址不是运营人员',
    en: 'This address is not an operator',
  },
  'operator-signature-invalid': {
    code: CODES.forbidden,
    zh: '签名不是当前登录的运营人员对这些内容的签名',
    en: 'The signature is not that of the signed-in operator over these fields',
  },
  'signature-not-current': {
    code: CODES.refusedByRule,
    zh: '签名已过期或时间不正确：签名后 {limit} 分钟内有效，请重新签名',
    en: 'The signature has expired or is from the future: it is valid for {limit} minutes. Please sign again',
  },
  'signature-used': {
    code: CODES.conflict,
    zh: '该签名已使用过，请重新签名',
    en: 'This signature was already used. Please sign again',
  },
  'role-too-low': {
    code: CODES.forbidden,
    zh: '您的角色不能执行此操作，至少需要 {limit}',
    en: 'Your role does not permit this. It takes at least {limit}',
  },
  'version-changed': {
    code: CODES.conflict,
    zh: '要变更的内容已不是签名时的版本，请重新读取后再签名',
    en: 'What this changes is no longer as it was when it was signed. Please read it again and sign again',
  },
  'proposal-outdated': {
    code: CODES.conflict,
    zh: '该提议要变更的内容已经改变，提议已失效，请重新提议',
    en: 'What this proposal would change has changed since, so it has ended. Please propose it again',
  },
  'proposal-lapsed': {
    code: CODES.conflict,
    zh: '提议者已无权作此提议，提议已失效',
    en: 'Its proposer may no longer propose this, so the proposal has ended',
  },
  'second-operator-required': {
    code: CODES.forbidden,
    zh: '提议者本人不能确认，需由另一位运营人员确认',
    en: 'This proposal has to be confirmed by another operator',
  },
  'own-withdrawal': {
    code: CODES.forbidden,
    zh: '不能批准自己的提现',
    en: 'You cannot approve your own withdrawal',
  },
  'proposal-decided': {
    code: CODES.conflict,
    zh: '该提议已被确认或驳回',
    en: 'This proposal was already confirmed or rejected',
  },
  'proposal-expired': { code: CODES.refusedByRule, zh: '该提议已过期', en: 'This proposal has expired' },
  'unknown-text': {
    code: CODES.notFound,
    zh: '页面没有这条文字',
    en: 'The page has no text of this key',
  },
  'text-malformed': {
    code: CODES.refusedByRule,
    zh: '文字不是有效的 ICU 消息：{limit}',
    en: 'The text is no valid ICU message: {limit}',
  },
  'placeholder-mismatch': {
    code: CODES.refusedByRule,
    zh: '占位符要与原文一致，缺一不可，也不能多出：{limit}',
    en: 'The text needs exactly the placeholders of the bundled text, in its forms: {limit}',
  },
  'text-unsafe': {
    code: CODES.refusedByRule,
    zh: '文字里不能有链接、标记或不可见的控制字符：{limit}',
    en: 'The text has a link, markup or a hidden character, which participants are never shown: {limit}',
  },
  'nothing-changes': { code: CODES.refusedByRule, zh: '与当前设置相同', en: 'This is already the current setting' },
  'unknown-operator': {
    code: CODES.notFound,
    zh: '该地址不是运营人员',
    en: 'There is no operator with this address',
  },
  'operator-exists': {
    code: CODES.conflict,
    zh: '该地址已是运营人员，请改为变更其角色',
    en: 'This address is an operator already. Change its role instead',
  },
  'too-few-approvers': {
    code: CODES.refusedByRule,
    zh: '至少要保留 {limit} 位可确认的运营人员',
    en: 'At least {limit} approvers have to remain',
  },
  'hours-out-of-bounds': { code: CODES.badInput, zh: '最多 {limit} 小时', en: 'At most {limit} hours' },
  'unknown-recipient': {
    code: CODES.notFound,
    zh: '该钱包未登记为收款方',
    en: 'This wallet is not registered for payouts',
  },
  'recipient-on-hold': {
    code: CODES.refusedByRule,
    zh: '该钱包刚登记，{limit} 起可付款',
    en: 'This wallet was registered recently; payouts to it start at {limit}',
  },
  'payout-limit': {
    code: CODES.refusedByRule,
    zh: '24 小时内最多还可支付 {limit} JU（账户余额的四分之一）',
    en: 'At most {limit} JU more within 24 hours: a quarter of what the account held',
  },
  'treasury-too-small': {
    code: CODES.refusedByRule,
    zh: '运营方账户余额为 {limit}，不足以支付',
    en: 'The treasury holds {limit}',
  },
  'plan-out-of-bounds': {
    code: CODES.refusedByRule,
    zh: '计划超出范围：{field} 应{limit}',
    en: 'The plan is out of bounds: {field} must be {limit}',
  },
  'thresholds-not-rising': {
    code: CODES.refusedByRule,
    zh: '{field} 应{limit}',
    en: '{field} must be {limit}',
  },
  'setting-out-of-bounds': {
    code: CODES.refusedByRule,
    zh: '{field} 超出范围：应{limit}',
    en: '{field} is out of bounds: it must be {limit}',
  },
  'grant-not-in-alarm': {
    code: CODES.conflict,
    zh: '该算力发放不在警报状态',
    en: 'This grant has not raised an alarm',
  },
  'grant-not-waiting': {
    code: CODES.conflict,
    zh: '该算力发放不在等待发送',
    en: 'This grant is not waiting to be sent',
  },
  'account-not-bound': {
    code: CODES.notFound,
    zh: '该地址没有绑定交易所 UID',
    en: 'This address has no exchange UID',
  },
  'halt-reason-mismatch': {
    code: CODES.conflict,
    zh: '链上读取并非因该原因停止',
    en: 'Indexing is not halted for this reason',
  },
  'block-not-changed': {
    code: CODES.refusedByRule,
    zh: '仅在区块被替换时才能填写新的哈希',
    en: 'A new hash is only allowed where a block was replaced',
  },
  'payment-booked': {
    code: CODES.conflict,
    zh: '该笔付款已经入账',
    en: 'It is decided already how this payment is booked',
  },
  'payment-not-proven': {
    code: CODES.refusedByRule,
    zh: '该笔付款的凭证未被证实，不能记入用户账户',
    en: 'The voucher of this payment is not proven, so no account can be debited for it',
  },
  'account-too-small': {
    code: CODES.refusedByRule,
    zh: '该账户可用余额不足（可用 {limit}）',
    en: 'This account has too little available ({limit})',
  },
  'integrity-error-mismatch': {
    code: CODES.conflict,
    zh: '账本日志没有该完整性错误',
    en: 'The journal does not have this integrity error',
  },
  'round-not-cancellable': {
    code: CODES.refusedByRule,
    zh: '仅进行中或已满仓且未开始结算的轮次可以取消（当前：{limit}）',
    en: 'Only a round that is open or full, and not being settled, can be cancelled (it is {limit})',
  },
  'round-over': { code: CODES.refusedByRule, zh: '本轮已结束', en: 'This round has ended' },
  'withdrawal-not-open': {
    code: CODES.conflict,
    zh: '该提现不在处理中',
    en: 'This withdrawal is not in progress',
  },
  'unknown-city': { code: CODES.notFound, zh: '该城市不存在', en: 'This city does not exist' },
  'phase-exists': {
    code: CODES.conflict,
    zh: '该城市的这一期已发布',
    en: 'This phase of the city is already published',
  },
  'plan-over': {
    code: CODES.refusedByRule,
    zh: '该计划已结束或已撤回',
    en: 'This plan has ended or was revoked',
  },
  'plan-begun': {
    code: CODES.refusedByRule,
    zh: '第一轮已经开始，该计划不能再撤回，只能在当前轮次后结束',
    en: 'The first round of this plan has begun. It can no longer be revoked, but it can be ended',
  },
  'plan-not-begun': {
    code: CODES.refusedByRule,
    zh: '第一轮尚未开始，请直接撤回该计划',
    en: 'The first round of this plan has not begun. Please revoke the plan instead',
  },
  'round-published': {
    code: CODES.conflict,
    zh: '该计划刚刚发布了新的一轮，请重新读取后再签名',
    en: 'A further round of this plan was just published. Please read it again and sign again',
  },
  'unknown-draft-field': {
    code: CODES.badInput,
    zh: '计划没有名为 {limit} 的字段',
    en: 'A plan has no field {limit}',
  },
  'draft-changed': {
    code: CODES.conflict,
    zh: '该草稿已被他人修改，请重新读取后再保存',
    en: 'Someone else has changed this draft. Please read it again before you save it',
  },
  'city-exists': { code: CODES.conflict, zh: '该城市已存在', en: 'This city already exists' },
  'too-many-entries': {
    code: CODES.refusedByRule,
    zh: '最多 {limit} 项，请先移除一项',
    en: 'There can be at most {limit}; remove one first',
  },
  'keys-mismatch': {
    code: CODES.conflict,
    zh: '{field} 必须包含每个问题各一次，请刷新后再试',
    en: '{field} must list every question exactly once; refresh and try again',
  },
  'not-waiting': {
    code: CODES.conflict,
    zh: '该提现不在等待批准',
    en: 'This withdrawal is not waiting for an approval',
  },
} as const satisfies Record<string, RuleRefusal>;
