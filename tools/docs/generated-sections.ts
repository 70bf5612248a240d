import { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { createProgram } from '../../apps/cli/src/program.ts';
import { EDGES, GROUND } from '../architecture/capability-edges.ts';

/** A part of a page in docs/ that is made from the code. */
type GeneratedSection = { readonly page: string; readonly name: string; readonly lines: () => readonly string[] };

export const GENERATED_SECTIONS: readonly GeneratedSection[] = [
  { page: 'docs/architecture.md', name: 'capability edges', lines: listEdges },
  { page: 'docs/operating/actions.md', name: 'operator calls', lines: listOperatorCalls },
  { page: 'docs/operating/command-line.md', name: 'commands', lines: listCommands },
];

/** Returns the page with the section between its two markers replaced; throws when the page has no such markers. */
export function replaceSection(page: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the markers of "${name}" are missing`);
  return `${page.slice(0, from)}${begin}\n${lines.join('\n')}\n${page.slice(to)}`;
}

function listEdges(): string[] {
  return [
    `Every capability may use ${GROUND.join(', ')}.`,
    '',
    '| capability | may use |',
    '| --- | --- |',
    ...Object.entries(EDGES).map(([from, to]) => `| ${from} | ${to.join(', ')} |`),
  ];
}

function listOperatorCalls(): string[] {
  const calls = Object.entries(operatorEndpoints)
    .map(([key, declared]) => ({
      path: key.replace(/^POST /, '').replace('/api/ops/', ''),
      role: 'role' in declared ? declared.role : declared.who === 'ops' ? 'viewer' : '—',
      summary: declared.summary,
    }))
    .filter(({ path }) => !path.startsWith('GET '))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return [
    '| call | role | what |',
    '| --- | --- | --- |',
    ...calls.map(({ path, role, summary }) => `| \`${path}\` | ${role} | ${summary} |`),
  ];
}

/** `act` and `call` have a command for each action and read, which are in the list of calls. */
const BY_NAME = ['act', 'call'];

function listCommands(): string[] {
  const terminal = { env: {}, out: ignore, err: ignore, isInteractive: false, ask: noAnswer, askSecret: noAnswer };
  const program = createProgram({ terminal, exitWith: () => undefined });
  const rows = program.commands.flatMap((command) => commandRows(command, ''));
  return ['| command | what |', '| --- | --- |', ...rows];
}

type CommandRow = ReturnType<typeof createProgram>['commands'][number];

function commandRows(command: CommandRow, before: string): string[] {
  const name = `${before}${command.name()}`;
  if (BY_NAME.includes(name)) return [`| \`${name} NAME …\` | ${command.description()} |`];
  if (command.commands.length > 0) return command.commands.flatMap((each) => commandRows(each, `${name} `));
  const args = command.registeredArguments.filter(({ required }) => required).map((each) => ` <${each.name()}>`);
  return [`| \`${name}${args.join('')}\` | ${command.description()} |`];
}

const ignore = () => undefined;
const noAnswer = () => Promise.reject(new Error('no one is asked'));
