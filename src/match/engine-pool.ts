/** The engines' processes: started, set up, lent to games, kept for the next game, and all of them ended at the end. */
import type { Variant } from '../rules/variants.ts';
import { objection } from './info.ts';
import { EngineProcess } from './process.ts';
import type { Reaper } from './reaper.ts';
import type { EngineSettings } from './settings.ts';
import { type Fault, UciClient } from './uci-client.ts';
import { suggestion } from './usage.ts';

export type Lent = { readonly client: UciClient } | { readonly fault: Fault };

export interface EnginePool {
  /** An idle process of the engine, or a new one. */
  borrow(engine: number): Promise<Lent>;
  giveBack(engine: number, client: UciClient): void;
  /** Asks all to quit and waits for their end. */
  close(): Promise<void>;
  /** Kills all at once. */
  kill(): void;
}

export type TrafficLog = (engine: number, pid: number | undefined, sign: '>' | '<', line: string) => void;

export interface PoolSetup {
  readonly engines: readonly EngineSettings[];
  readonly variant: Variant;
  readonly reaper: Reaper;
  /** How many idle processes are kept. */
  readonly most: number;
  readonly log?: TrafficLog;
}

export function createPool(setup: PoolSetup): EnginePool {
  const all = new Set<UciClient>();
  /** The longest idle first. */
  const idle: { engine: number; client: UciClient }[] = [];

  async function start(engine: number): Promise<Lent> {
    const settings = setup.engines[engine]!;
    const client = new UciClient(settings, (events) => new EngineProcess(settings, events, setup.reaper));
    all.add(client);
    void client.gone.then(() => all.delete(client));
    const { log } = setup;
    if (log !== undefined) client.events.log = (sign, line) => log(engine, client.pid, sign, line);
    const fault = await client.handshake();
    if (fault !== undefined) return { fault };
    setOptions(client, settings, setup.variant);
    return { client };
  }

  return {
    async borrow(engine) {
      const at = idle.findIndex((entry) => entry.engine === engine && entry.client.usable);
      return at < 0 ? start(engine) : { client: idle.splice(at, 1)[0]!.client };
    },
    giveBack(engine, client) {
      if (!client.usable || setup.engines[engine]!.restart === 'on') {
        void client.quit();
        return;
      }
      idle.push({ engine, client });
      while (idle.length > setup.most) void idle.shift()!.client.quit();
    },
    async close() {
      await Promise.all([...all].map((client) => client.quit()));
    },
    kill() {
      for (const client of all) client.kill();
    },
  };
}

/** The variant first, since it may change what other options mean; then as they were given. */
function setOptions(client: UciClient, settings: EngineSettings, variant: Variant): void {
  const chosen = settings.options.some(({ name }) => name.toLowerCase() === 'uci_variant');
  if (!chosen && client.option('UCI_Variant') !== undefined) client.setOption('UCI_Variant', variant.name);
  for (const { name, value } of settings.options) {
    if (client.option(name) !== undefined) client.setOption(name, value);
  }
}

export interface Complaint {
  readonly text: string;
  /** Not to be overlooked: the match must not begin. */
  readonly serious: boolean;
}

/** What is wrong with the options asked for, judged by what the engine has declared. */
export function optionComplaints(client: UciClient, settings: EngineSettings, variant: Variant): Complaint[] {
  const complaints: Complaint[] = [];
  const declared = client.options.map((option) => option.name);
  for (const { name, value, shared } of settings.options) {
    const option = client.option(name);
    if (option === undefined) {
      complaints.push({ text: `has no option "${name}"${suggestion(name, declared)}`, serious: !shared });
      continue;
    }
    const why = objection(option, value);
    if (why !== undefined)
      complaints.push({ text: `option ${option.name}: "${value}" ${why}`, serious: true });
  }
  const variants = client.option('UCI_Variant');
  const why = variants === undefined ? undefined : objection(variants, variant.name);
  if (variants === undefined && variant.name !== 'avalanche') {
    complaints.push({
      text: `has no option UCI_Variant: is it able to play ${variant.name}?`,
      serious: false,
    });
  } else if (why !== undefined) {
    complaints.push({ text: `does not play ${variant.name}: UCI_Variant ${why}`, serious: true });
  }
  return complaints;
}
