// The command line of operators: npm run -s fmc -- COMMAND. docs/operating/command-line.md
import { runProgram } from './program.ts';
import { openTerminal } from './terminal.ts';

process.exitCode = await runProgram(process.argv.slice(2), openTerminal(process));
