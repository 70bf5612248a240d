/** Operators. */
export const operators = {
  title: 'Operators',
  lead: 'Who may sign in here, and with which role. Changing the list takes two approvers.',
  address: 'Address',
  role: 'Role',
  since: 'Since',
  actions: 'Actions',
  you: '(you)',
  configured: 'Configuration',
  roles: { viewer: 'Viewer', operator: 'Operator', approver: 'Approver' },
  changeRole: 'Change role',
  remove: 'Remove',
};
