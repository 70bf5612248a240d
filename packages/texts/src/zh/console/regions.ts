/** 地区。 */
export const regions = {
  title: '地区',
  lead: '按国家或地区决定能否参与和邀请；没有单独规则的地区按默认规则。',
  add: '添加或修改规则',
  rules: '规则',
  default: '默认（其余所有地区）',
  joining: '可参与',
  noJoining: '不可参与',
  referral: '可邀请',
  noReferral: '不可邀请',
  changed: '修改于',
};
