/** Before the first game: every engine is started once, tells its name and options, and stays ready for the game. */
import { basename } from 'node:path';
import type { Variant } from '../rules/variants.ts';
import { type EnginePool, type Lent, optionComplaints } from './engine-pool.ts';
import type { MatchSettings } from './settings.ts';
import { UsageError } from './usage.ts';

/** An engine does not work, so that the match cannot begin: exit code 1. */
export class EngineError extends Error {}

/**
 * The names for tables. Throws a UsageError about options that the engines do not have, an EngineError about one that
 * does not start (unless the match is to go on all the same).
 */
export async function introduce(
  settings: MatchSettings,
  variant: Variant,
  pool: EnginePool,
  warn: (text: string) => void,
): Promise<string[]> {
  const lent = await Promise.all(settings.engines.map((_, engine) => pool.borrow(engine)));
  const names = uniqueNames(settings, lent);
  lent.forEach((one, engine) => {
    if ('client' in one) return;
    const text = `${names[engine]} ${one.fault.kind}: ${one.fault.detail}`;
    if (!settings.recover) throw new EngineError(text);
    warn(text);
  });
  checkOptions(settings, variant, lent, names, warn);
  lent.forEach((one, engine) => {
    if ('client' in one) pool.giveBack(engine, one.client);
  });
  return names;
}

function uniqueNames(settings: MatchSettings, lent: readonly Lent[]): string[] {
  const names: string[] = [];
  settings.engines.forEach(({ name, command }, engine) => {
    const one = lent[engine]!;
    const wanted = name || ('client' in one ? one.client.id : '') || basename(command);
    let unique = wanted;
    const taken = () =>
      names.includes(unique) || settings.engines.some((e, i) => i !== engine && e.name === unique);
    for (let n = 2; name === '' && taken(); n++) unique = `${wanted} (${n})`;
    names.push(unique);
  });
  return names;
}

function checkOptions(
  settings: MatchSettings,
  variant: Variant,
  lent: readonly Lent[],
  names: readonly string[],
  warn: (text: string) => void,
): void {
  const known = (name: string) =>
    lent.some((one) => 'client' in one && one.client.option(name) !== undefined);
  const allStarted = lent.every((one) => 'client' in one);
  lent.forEach((one, engine) => {
    if (!('client' in one)) return;
    for (const { text, serious } of optionComplaints(one.client, settings.engines[engine]!, variant)) {
      if (serious) throw new UsageError(`${names[engine]} ${text}`);
      warn(`${names[engine]} ${text}`);
    }
  });
  for (const { name } of settings.engines.flatMap((engine) => engine.options)) {
    if (allStarted && !known(name)) throw new UsageError(`no engine has an option "${name}"`);
  }
}
