/** 运营人员。 */
export const operators = {
  title: '运营人员',
  lead: '谁可以登录运营台、角色是什么。变更名单需要两位可确认的人员。',
  address: '地址',
  role: '角色',
  since: '加入时间',
  actions: '操作',
  you: '（您）',
  configured: '来自配置',
  roles: { viewer: '只读', operator: '可提议', approver: '可确认' },
  changeRole: '变更角色',
  remove: '移除',
};
