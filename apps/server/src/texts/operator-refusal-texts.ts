import { CODES } from '@city-mint/api-contract/envelope';

/** Refusals of operators' calls, each with its code. */
export const OPERATOR_TEXTS = {
  'not-an-operator': {
    code: CODES.forbidden,
    zh: '这个地址不是运营人员',
    en: 'This address is not an operator’s',
  },
  'second-person-needed': {
    code: CODES.forbidden,
    zh: '提议者本人不能确认，需要另一位运营人员',
    en: 'Who proposed it cannot confirm it; it takes another operator',
  },
  'own-withdrawal': {
    code: CODES.forbidden,
    zh: '不能批准自己的提现',
    en: 'Nobody approves a withdrawal of his own',
  },
  'proposal-decided': { code: CODES.conflict, zh: '这个提议已有结果', en: 'This proposal is decided already' },
  'proposal-expired': { code: CODES.refusedByRule, zh: '这个提议已过期', en: 'This proposal has expired' },
  'nothing-changes': { code: CODES.refusedByRule, zh: '与现在的设置相同', en: 'It is set like that already' },
  'operator-unknown': {
    code: CODES.notFound,
    zh: '没有这位可以移除的运营人员（配置中的需改配置）',
    en: 'There is no such operator to remove; those of the configuration leave with it',
  },
  'hours-out-of-bounds': { code: CODES.badInput, zh: '最多 {limit} 小时', en: 'At most {limit} hours' },
  'treasury-too-small': {
    code: CODES.refusedByRule,
    zh: '国库只有 {limit}',
    en: 'The treasury holds {limit}',
  },
  'plan-out-of-bounds': {
    code: CODES.refusedByRule,
    zh: '计划超出范围：{field} 必须{limit}',
    en: 'The plan is out of bounds: {field} must be {limit}',
  },
  'thresholds-not-rising': {
    code: CODES.refusedByRule,
    zh: '{field} 不能低于前一级（{limit}）',
    en: '{field} asks for less than what is below it ({limit})',
  },
  'setting-out-of-bounds': {
    code: CODES.refusedByRule,
    zh: '{field} 超出范围：{limit}',
    en: '{field} is out of bounds: {limit}',
  },
  'no-alarm': {
    code: CODES.conflict,
    zh: '这笔算力发放没有被搁置',
    en: 'This grant has raised no alarm',
  },
  'grant-not-waiting': {
    code: CODES.conflict,
    zh: '这笔算力发放不在等待发送',
    en: 'This grant does not wait to be sent',
  },
  'not-halted': {
    code: CODES.conflict,
    zh: '读链没有因为这个原因停止',
    en: 'The reading is not halted for this reason',
  },
  'block-not-changed': {
    code: CODES.refusedByRule,
    zh: '只有区块被替换时才能给出新的哈希',
    en: 'A new hash is for a block that was changed, and this is another reason',
  },
  'not-broken': {
    code: CODES.conflict,
    zh: '账本日志没有这个问题',
    en: 'The journal has no such fault',
  },
  'round-over': { code: CODES.refusedByRule, zh: '这一轮已结束', en: 'This round has ended' },
  'withdrawal-not-open': {
    code: CODES.conflict,
    zh: '这笔提现不在支付途中',
    en: 'This withdrawal is not on its way out',
  },
  'unknown-city': { code: CODES.notFound, zh: '没有这个城市', en: 'There is no such city' },
  'phase-exists': {
    code: CODES.conflict,
    zh: '这个城市的这一期已发布',
    en: 'This phase of this city is published already',
  },
  'city-exists': { code: CODES.conflict, zh: '已有这个城市', en: 'This city exists already' },
  'too-many-entries': {
    code: CODES.refusedByRule,
    zh: '最多 {limit} 项，请先移除一项',
    en: 'There may be at most {limit}; please remove one first',
  },
  'keys-differ': {
    code: CODES.conflict,
    zh: '{field} 必须包含每个问题各一次，请刷新后再试',
    en: '{field} must name each question once, please refresh and try again',
  },
  'not-waiting': {
    code: CODES.conflict,
    zh: '这笔提现不在等待批准',
    en: 'This withdrawal does not wait for an approval',
  },
} as const;
