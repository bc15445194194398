import { PATHS } from '#shared/rules/paths.ts'

/** Parts of the sheet: where a shortcut works. */
export const SCOPES = ['anywhere', 'list', 'reading', 'chart', 'writing'] as const
export type Scope = (typeof SCOPES)[number]

export const PREFIX = 'g'

export interface Shortcut {
  /** Also the key of its text. */
  id: string
  scope: Scope
  /** Alternatives as `event.key` has them; letters are lower case. */
  keys: readonly [string, ...string[]]
  /** A key that is pressed and released before. */
  prefix?: typeof PREFIX
  /** `command` is ⌘ on macOS and Ctrl elsewhere; `direction` is Alt, or Alt+Shift where browsers switch tabs by Alt. */
  modifier?: 'command' | 'direction'
  /** Works while a form field or the editor has the focus. */
  isInFields?: true
  /** Repeats while the key is held. */
  isRepeating?: true
  /** The browser does it: listed in the sheet only. */
  isNative?: true
  /** The screen that it opens. */
  path?: string
}

/** All shortcuts; the key handler and the sheet are made from this table. */
export const SHORTCUTS = [
  { id: 'help', scope: 'anywhere', keys: ['?'] },
  { id: 'search', scope: 'anywhere', modifier: 'command', keys: ['k'], isInFields: true },
  { id: 'home', scope: 'anywhere', prefix: PREFIX, keys: ['h'], path: PATHS.home },
  { id: 'desk', scope: 'anywhere', prefix: PREFIX, keys: ['d'], path: PATHS.desk },
  { id: 'votes', scope: 'anywhere', prefix: PREFIX, keys: ['v'], path: PATHS.votes },
  { id: 'rounds', scope: 'anywhere', prefix: PREFIX, keys: ['r'], path: PATHS.rounds },
  { id: 'ranking', scope: 'anywhere', prefix: PREFIX, keys: ['k'], path: PATHS.ranking },
  { id: 'boards', scope: 'anywhere', prefix: PREFIX, keys: ['b'], path: PATHS.boards },
  { id: 'profile', scope: 'anywhere', prefix: PREFIX, keys: ['p'], path: PATHS.profile },
  { id: 'new', scope: 'anywhere', keys: ['n'] },
  { id: 'nextRow', scope: 'list', keys: ['j'], isRepeating: true },
  { id: 'previousRow', scope: 'list', keys: ['k'], isRepeating: true },
  { id: 'open', scope: 'list', keys: ['Enter'], isNative: true },
  { id: 'previousPage', scope: 'list', keys: ['['] },
  { id: 'nextPage', scope: 'list', keys: [']'] },
  { id: 'like', scope: 'reading', keys: ['l'] },
  { id: 'dislike', scope: 'reading', keys: ['d'] },
  { id: 'edit', scope: 'reading', keys: ['e'] },
  { id: 'reply', scope: 'reading', keys: ['r'] },
  { id: 'view', scope: 'chart', keys: ['1', '2', '3', '4'] },
  {
    id: 'direction',
    scope: 'writing',
    modifier: 'direction',
    keys: ['1', '2', '3', '4'],
    isInFields: true,
  },
  { id: 'submit', scope: 'writing', modifier: 'command', keys: ['Enter'], isInFields: true },
] as const satisfies readonly Shortcut[]

export type ShortcutId = (typeof SHORTCUTS)[number]['id']
