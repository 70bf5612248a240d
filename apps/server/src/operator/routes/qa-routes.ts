import { operatorQaEndpoints as declared } from '@city-mint/api-contract/operator/qa-endpoints';
import type { Handlers } from '#platform/http/handler.ts';
import { listContacts } from '#texts/queries/list-contacts.ts';
import { listQuestions } from '#texts/queries/list-questions.ts';
import { callAct } from './act-outcome.ts';
import type { ControlDeps } from './control-routes.ts';

/** Questions and answers, and contact links. */
export function qaRoutes(deps: ControlDeps): Handlers<keyof typeof declared> {
  const { db } = deps;
  return {
    async 'POST /api/ops/qa'() {
      const [questions, contacts] = await Promise.all([listQuestions(db), listContacts(db)]);
      return {
        data: { questions: questions.map(({ texts, ...rest }) => ({ ...rest, texts: [...texts] })), contacts },
      };
    },
    'POST /api/ops/qa/save': (request, call) =>
      callAct(deps, declared['POST /api/ops/qa/save'], { action: 'save-question', request, call }),
    'POST /api/ops/qa/remove': (request, call) =>
      callAct(deps, declared['POST /api/ops/qa/remove'], { action: 'remove-question', request, call }),
    'POST /api/ops/qa/order': (request, call) =>
      callAct(deps, declared['POST /api/ops/qa/order'], { action: 'order-questions', request, call }),
    'POST /api/ops/contacts/save': (request, call) =>
      callAct(deps, declared['POST /api/ops/contacts/save'], { action: 'save-contact', request, call }),
    'POST /api/ops/contacts/remove': (request, call) =>
      callAct(deps, declared['POST /api/ops/contacts/remove'], { action: 'remove-contact', request, call }),
  };
}
