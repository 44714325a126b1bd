/** `serac check`: tests how an engine speaks UCI, case by case, each with a process of its own. */
import { type Variant, variantOf } from '../../rules/variants.ts';
import { locateCommand } from '../engine-command.ts';
import { completeEngine } from '../engine-words.ts';
import { startReaper } from '../reaper.ts';
import { readNumber, suggestion, UsageError } from '../usage.ts';
import { FLOW_CASES } from './cases-flow.ts';
import { LIMIT_CASES } from './cases-limits.ts';
import { OUTPUT_CASES } from './cases-output.ts';
import { POSITION_CASES } from './cases-position.ts';
import { START_CASES } from './cases-start.ts';
import { Failure, type ProbeSettings, Skip } from './probe.ts';
import { type Case, Trial } from './trial.ts';

export const CASES: readonly (readonly [string, readonly Case[]])[] = [
  ['Beginning, options, lines', START_CASES],
  ['Searching and stopping', FLOW_CASES],
  ['Positions', POSITION_CASES],
  ['Limits and clocks', LIMIT_CASES],
  ['What is reported', OUTPUT_CASES],
];

const NAME_WIDTH = 26;
/** What should come at once may take so long, on a busy machine, too. */
const PATIENCE_MS = 500;

const USAGE = '[-variant NAME] [-only WORD] [-patience MS] COMMAND [ARG …]';

export const CHECK_HELP = `serac check: tests how a UCI engine for Avalanche chess keeps to the protocol

  serac check ${USAGE}

  -variant NAME     the variant to set (default avalanche)
  -only WORD        only the cases whose name contains the word
  -patience MS      what should come at once may take so long (default ${PATIENCE_MS})

Most cases are named after failures that engines were reported for. Exit code: 0 all passed, 1 some failed,
2 a mistake on the command line.
`;

interface Order {
  readonly variant: Variant;
  readonly only: string;
  readonly patience: number;
  readonly command: string;
  readonly args: readonly string[];
}

function parse(words: readonly string[]): Order {
  let [variant, only, patience] = ['avalanche', '', PATIENCE_MS];
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 2) {
    const option = words[at]!.replace(/^--?/, '');
    const value = words[at + 1];
    if (!['variant', 'only', 'patience'].includes(option)) {
      throw new UsageError(
        `unknown option ${words[at]}${suggestion(option, ['variant', 'only', 'patience'])}`,
      );
    }
    if (value === undefined) throw new UsageError(`${words[at]} needs a value`);
    if (option === 'variant') variant = value;
    else if (option === 'only') only = value;
    else patience = readNumber(value, '-patience', 1);
  }
  const [command, ...args] = words.slice(at);
  const found = variantOf(variant);
  if (found === undefined) throw new UsageError(`-variant: unknown variant "${variant}"`);
  if (command === undefined) throw new UsageError('which engine? serac check COMMAND [ARG …]');
  return { variant: found, only, patience, command, args };
}

/** Returns the exit code; throws a UsageError. */
export async function runCheck(words: readonly string[], print: (line: string) => void): Promise<number> {
  if (words.length === 0) {
    throw new UsageError(`usage: serac check ${USAGE}; more by serac check --help`);
  }
  if (/^--?h(elp)?$/.test(words[0]!)) {
    print(CHECK_HELP.trimEnd());
    return 0;
  }
  const order = parse(words);
  const { command } = locateCommand(completeEngine({}, { command: order.command }));
  const wanted = CASES.map(
    ([heading, cases]) => [heading, cases.filter(({ name }) => name.includes(order.only))] as const,
  );
  if (wanted.every(([, cases]) => cases.length === 0))
    throw new UsageError(`-only ${order.only}: no case is called so`);
  const reaper = startReaper();
  const settings: ProbeSettings = { command, args: order.args, reaper, patience: order.patience };
  try {
    return await runCases(wanted, settings, order.variant, print);
  } finally {
    reaper.close();
  }
}

async function runCases(
  groups: readonly (readonly [string, readonly Case[]])[],
  settings: ProbeSettings,
  variant: Variant,
  print: (line: string) => void,
): Promise<number> {
  const counts = { pass: 0, FAIL: 0, skip: 0 };
  for (const [heading, cases] of groups) {
    if (cases.length > 0) print(`\n${heading}`);
    for (const one of cases) {
      const problem = await judgeFairly(one, settings, variant);
      const verdict = problem === undefined ? 'pass' : problem instanceof Failure ? 'FAIL' : 'skip';
      counts[verdict]++;
      print(`  ${verdict}  ${one.name.padEnd(NAME_WIDTH)}${one.title}`);
      const indent = ' '.repeat(8 + NAME_WIDTH);
      if (problem !== undefined) print(`${indent}${problem.message}`);
      if (verdict === 'FAIL' && one.seen !== undefined) print(`${indent}(reported of: ${one.seen})`);
    }
  }
  const skipped = counts.skip === 0 ? '' : `, ${counts.skip} skipped`;
  print(`\n${counts.pass} passed, ${counts.FAIL} failed${skipped}`);
  return counts.FAIL === 0 ? 0 : 1;
}

/** A case that measures time is failed only by failing three times. */
async function judgeFairly(one: Case, settings: ProbeSettings, variant: Variant) {
  let problem = await judge(one, settings, variant);
  for (let again = one.timed === true ? 2 : 0; again > 0 && problem instanceof Failure; again--) {
    problem = await judge(one, settings, variant);
  }
  return problem;
}

/** Why the engine has not passed; undefined if it has. */
async function judge(
  one: Case,
  settings: ProbeSettings,
  variant: Variant,
): Promise<Failure | Skip | undefined> {
  const trial = new Trial(settings, variant);
  try {
    await one.run(trial);
    return undefined;
  } catch (error) {
    if (error instanceof Failure || error instanceof Skip) return error;
    throw error;
  } finally {
    await trial.close();
  }
}
