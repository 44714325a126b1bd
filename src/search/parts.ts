/** What the parts of one search share. */
import type { Evaluator } from '../evaluate/evaluate.ts';
import type { Position } from '../rules/position.ts';
import type { Claims } from './claims.ts';
import type { Endings } from './endings.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guard.ts';
import type { History } from './history.ts';
import type { Leaves } from './leaves.ts';
import type { Lines } from './lines.ts';
import type { Pairs } from './pairs.ts';
import type { Picker } from './picker.ts';
import type { Table } from './table.ts';
import type { Watch } from './watch.ts';

export interface Parts {
  readonly position: Position;
  readonly table: Table;
  readonly leaves: Leaves;
  readonly watch: Watch;
  readonly evaluator: Evaluator;
  readonly exchange: Exchange;
  readonly history: History;
  readonly picker: Picker;
  readonly pairs: Pairs;
  readonly lines: Lines;
  readonly claims: Claims;
  readonly endings: Endings;
  /** Undefined unless the search is to check what it makes and takes back. */
  readonly guard: Guard | undefined;
}
