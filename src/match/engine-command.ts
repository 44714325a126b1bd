/** Finds the program that `cmd=` names, before anything is started. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { EngineSettings } from './settings.ts';
import { UsageError } from './usage.ts';

/** The settings with the absolute path of the program; throws a UsageError if there is none or it cannot be run. */
export function locateCommand(engine: EngineSettings): EngineSettings {
  const { command, directory } = engine;
  if (directory !== '' && !isDirectory(directory))
    throw new UsageError(`dir=${directory}: no such directory`);
  const candidates = /[/\\]/.test(command)
    ? [resolve(command), ...(directory === '' ? [] : [resolve(directory, command)])]
    : [...(directory === '' ? [] : [join(directory, command)]), ...searchPath(command), resolve(command)];
  const found = candidates.find((path) => isFile(path) && isExecutable(path));
  if (found !== undefined) return { ...engine, command: found };
  const file = candidates.find(isFile);
  if (file !== undefined) throw new UsageError(`cmd=${command}: ${file} is not executable`);
  const hint = /\s/.test(command) ? ' (a command is one executable; its arguments go into arg=)' : '';
  throw new UsageError(`cmd=${command}: no such program${hint}`);
}

function searchPath(command: string): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  return folders.flatMap((folder) => endings.map((ending) => join(folder, command + ending)));
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
