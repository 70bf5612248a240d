import { readFileSync } from 'node:fs';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { termsBeyondText } from '@city-mint/api-contract/operator/consents-asked';
import { type PlanRequest, readPlanRequest } from '@city-mint/api-contract/rounds/plan-request';
import { formatSimulation, simulationFields } from '@city-mint/api-contract/rounds/published-plan';
import { planFields } from '@city-mint/api-contract/rounds/terms';
import { parseCrowd } from '@city-mint/domain/simulation/crowd';
import { boundWords } from '@city-mint/texts/bound-words';
import type { CommandLineTexts } from '@city-mint/texts/command-line-texts';
import { type Command, Option } from 'commander';
import { CommandError, EXIT, usageError } from '../exit-codes.ts';
import { fieldOptions, readFields } from '../options/field-options.ts';
import { formatTable, formatTime } from '../output/format-reply.ts';
import { refusedError } from '../output/refused-error.ts';
import { performAction } from '../requests/perform-action.ts';
import { openSession, type Session } from '../session/open-session.ts';
import { addReason, operate, reasonOf } from './operator-actions.ts';
import { type Result, type Run, runs, type Shell } from './run-command.ts';

const FILE = 'JSON file of the plan, as for simulate, or as the call plans/check has it; - = standard input';
const CROWD = 'JSON file of the crowd that the plan was simulated with, as for simulate';
const STANDARD_INPUT = 0;
type Checked = ReplyOf<'POST /api/ops/plans/check'>;

/** Fields of the file that can be set beside it, since they differ from one phase to the next. */
const OVERRIDES = fieldOptions({ firstOpensAt: planFields.firstOpensAt, phase: planFields.phase });

/** How the simulation was drawn; a seed that is not given is drawn. */
const DRAWS = fieldOptions({
  simulationSeed: simulationFields.simulationSeed,
  simulationRuns: simulationFields.simulationRuns,
  simulationRounds: simulationFields.simulationRounds,
});
const MOST_SEED = 1_000_000;

/** Adds the commands that check and publish a plan of a file. */
export function addPlanFiles(parent: Command, shell: Shell): void {
  const check = parent.command('check').argument('<file>', FILE);
  check.description('Checks a plan: every bound that it violates, or the schedule of its rounds.');
  addOverrides(check);
  runs(check, shell, { work: checkFile });

  const publish = parent.command('publish').argument('<file>', FILE).argument('<crowd>', CROWD);
  publish.description(
    'Checks a plan and publishes it with the crowd that it was simulated with; it is proposed first, and another ' +
      'operator confirms it.',
  );
  addOverrides(publish);
  for (const { field, flag } of DRAWS) publish.addOption(new Option(`${flag} <${field.kind}>`, field.name));
  runs(addReason(publish), shell, { work: publishFile });
}

function addOverrides(command: Command): void {
  for (const { field, flag } of OVERRIDES) {
    command.addOption(new Option(`${flag} <${field.kind}>`, `${field.name}, in place of the file’s`));
  }
}

async function checkFile(run: Run): Promise<Result> {
  const plan = readPlan(run);
  const { settings, terminal } = run;
  const session = await openSession({ settings, terminal }, { signs: false });
  try {
    const data = await checkPlan(session, plan);
    return {
      data,
      lines: checkedLines(data, settings.texts),
      exit: data.violations.length === 0 ? EXIT.done : EXIT.refused,
    };
  } finally {
    await session.end();
  }
}

function publishFile(run: Run): Promise<Result> {
  const plan = readPlan(run);
  const fields = { ...plan, ...readSimulation(run) };
  return operate(run, async (operating) => {
    const { violations } = await checkPlan(operating.session, plan);
    if (violations.length > 0) throw outOfBounds(violations, run.settings.texts);
    return performAction(operating, { key: 'POST /api/ops/plans/publish', fields, reason: reasonOf(run) });
  });
}

/** Returns the plan of the file as the calls take it. The server checks what each field is. */
function readPlan({ args, options, settings: { texts } }: Run): PlanRequest {
  const [path = ''] = args;
  const read = readPlanRequest(readJson(path, texts));
  if (!read.ok) throw usageError(texts.notAPlan(path, read.error));
  return { ...read.request, ...readFields(options, OVERRIDES) } as unknown as PlanRequest;
}

/** Returns the crowd of its file and how it was drawn, as the call takes them. */
function readSimulation({ args, options, settings: { texts } }: Run) {
  const [, path = ''] = args;
  const read = parseCrowd(readJson(path, texts));
  if (!read.ok) throw usageError(texts.notAPlan(path, read.error));
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  const settings = { crowd: read.crowd, seed: drawn % (MOST_SEED + 1), runs: 500, mostRounds: 50 };
  return { ...formatSimulation(settings), ...readFields(options, DRAWS) };
}

function readJson(path: string, texts: CommandLineTexts): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? STANDARD_INPUT : path, 'utf8'));
  } catch (error) {
    throw usageError(texts.notAPlan(path, error instanceof Error ? error.message : String(error)));
  }
}

async function checkPlan(session: Session, plan: PlanRequest): Promise<Checked> {
  const answer = await session.call('POST /api/ops/plans/check', plan);
  if (!answer.ok) throw refusedError(answer);
  return answer.data;
}

function violationLines(violations: Checked['violations'], texts: CommandLineTexts): string[] {
  return [
    texts.planInvalid(violations.length),
    ...violations.map(({ field, bound }) => texts.mustBe(field, boundWords(bound, texts))),
  ];
}

/** Every bound is named, where the action itself names the first. */
function outOfBounds(violations: Checked['violations'], texts: CommandLineTexts): CommandError {
  const message = violationLines(violations, texts).join('\n');
  return new CommandError(EXIT.refused, { error: 'plan-out-of-bounds', message, details: { violations } });
}

function checkedLines({ violations, rounds, consents }: Checked, texts: CommandLineTexts): string[] {
  if (violations.length > 0) return violationLines(violations, texts);
  const rows = rounds.map(({ number, opensAt, closesAt, quota }) => [
    ...[String(number), formatTime(opensAt), formatTime(closesAt), quota],
  ]);
  const { asked, beyond } = consents;
  const consentLines = asked === 0 ? [] : [texts.consentsAsked(asked, termsBeyondText(beyond))];
  return [
    texts.planValid,
    ...consentLines,
    '',
    ...formatTable([['round', 'opensAt', 'closesAt', 'quota JU'], ...rows]),
  ];
}
