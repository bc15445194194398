import type { Database } from '#api/infrastructure/database/database.ts'
import { recordInternalAct } from '#api/modules/moderation/audit.ts'
import { openEventBus } from '#api/server/infrastructure.ts'
import type { InternalAct } from '#shared/rules/moderation.ts'
import { type AccountName, type AdminAccount, createAdminStore } from './admin-store.ts'
import { type CommandDeps, CommandError, OK, USAGE, withDatabase } from './command.ts'
import {
  eraseAccount,
  exportToFile,
  isPersonAct,
  MODERATION_ACTS,
  MODERATION_USAGE,
  moderate,
  parseAct,
  printCases,
} from './moderate.ts'
import { rotateKey } from './rotate-receipt-key.ts'

const USAGE_LINE =
  'Usage: npm run admin -- grant USER [LEVEL 1-9] | revoke USER | list | end-sessions USER|--all | rotate-receipt-key | ' +
  `export USER FILE.json|FILE.csv | erase USER | ${MODERATION_USAGE}; ` +
  'USER is EMAIL, the unique CODE, or ISSUER SUBJECT'

type AdminAction =
  | { action: 'list' }
  | { action: 'rotate' }
  | { action: 'set'; name: AccountName; level: number }
  | { action: 'end'; name: AccountName | 'all' }
  | { action: 'erase'; name: AccountName }
  | { action: 'export'; name: AccountName; file: string }
  | { action: 'cases'; state: 'open' | 'closed'; page: number }
  | { action: 'act'; act: string; name: AccountName; rest: string[] }
  | { action: 'act'; act: string; target: string; targetId: number; rest: string[] }

/** Reads USER from the front of `args`; the rest follows it. */
function parseUser([first = '', second = '', ...rest]: readonly string[]) {
  const others = second === '' ? rest : [second, ...rest]
  if (/^[^\s@]+@[^\s@]+$/.test(first)) return { name: { email: first }, others }
  if (/^[\dA-HJKMNP-TV-Z]{6}$/i.test(first)) return { name: { code: first }, others }
  if (/^(https:\/\/|urn:)\S+$/.test(first) && second !== '') {
    return { name: { issuer: first, subject: second }, others: rest }
  }
  return null
}

function parseCases([state = 'open', page = '1', ...more]: readonly string[]): AdminAction | null {
  if (state !== 'open' && state !== 'closed') return null
  if (!/^[1-9]\d{0,5}$/.test(page) || more.length > 0) return null
  return { action: 'cases', state, page: Number(page) }
}

function parseModeration(act: string, args: readonly string[]): AdminAction | null {
  if (isPersonAct(act)) {
    const user = parseUser(args)
    return user && { action: 'act', act, name: user.name, rest: user.others }
  }
  const [target = '', id = '', ...rest] = args
  if (!/^\d{1,10}$/.test(id)) return null
  return { action: 'act', act, target, targetId: Number(id), rest }
}

/** Actions with an account beyond the levels; null for others. */
function parseAccountAction(action: string, args: readonly string[]): AdminAction | null {
  if (action === 'cases') return parseCases(args)
  if (MODERATION_ACTS.includes(action)) return parseModeration(action, args)
  const user = parseUser(args)
  if (!user) return null
  const { name, others } = user
  const [file, ...more] = others
  if (action === 'erase' && others.length === 0) return { action, name }
  const isFile = file !== undefined && /\.(json|csv)$/.test(file) && more.length === 0
  return action === 'export' && isFile ? { action, name, file } : null
}

function parseArgs([action = '', ...args]: readonly string[]): AdminAction {
  if (action === 'list' && args.length === 0) return { action }
  if (action === 'rotate-receipt-key' && args.length === 0) return { action: 'rotate' }
  if (action === 'end-sessions' && args.length === 1 && args[0] === '--all') {
    return { action: 'end', name: 'all' }
  }
  const user = parseUser(args)
  if (user) {
    const { name, others: rest } = user
    const [level = '1', ...more] = rest
    if (action === 'revoke' && rest.length === 0) return { action: 'set', name, level: 0 }
    if (action === 'end-sessions' && rest.length === 0) return { action: 'end', name }
    if (action === 'grant' && more.length === 0 && /^[1-9]$/.test(level)) {
      return { action: 'set', name, level: Number(level) }
    }
  }
  const other = parseAccountAction(action, args)
  if (other) return other
  throw new CommandError(USAGE_LINE, USAGE)
}

function describe({ email, nickname, uniqueCode, identities }: AdminAccount): string {
  return `${email || 'no email'}  ${nickname} (${uniqueCode}), signs in by ${identities || 'nothing'}`
}

type AdminStore = ReturnType<typeof createAdminStore>

/** @throws CommandError when no account matches */
async function findAccounts(store: AdminStore, name: AccountName): Promise<AdminAccount[]> {
  const accounts = await store.find(name)
  if (accounts.length > 0) return accounts
  const what = 'email' in name ? `the email ${name.email}` : Object.values(name).join(' ')
  throw new CommandError(
    `Nobody with ${what} has signed in yet. ` +
      'ADMIN_EMAILS makes somebody an admin at the first sign-in.',
  )
}

/** The one account that is meant. @throws CommandError when there are several */
function onlyAccount(accounts: readonly AdminAccount[]): AdminAccount {
  const [only, ...more] = accounts
  if (only && more.length === 0) return only
  const names = accounts.map(({ uniqueCode, identities }) => `${uniqueCode} (${identities})`)
  throw new CommandError(
    `Several accounts have this email; name one by its code: ${names.join(', ')}.`,
  )
}

/** @throws CommandError unless exactly one account, which may sign in here, is meant */
function checkGrant(accounts: readonly AdminAccount[], isProduction: boolean): void {
  if (isProduction && accounts.some(({ method }) => method === 'local')) {
    throw new CommandError(
      'An account of the local sign-in cannot be an admin in production: anyone could have made it.',
    )
  }
  onlyAccount(accounts)
}

/** @throws CommandError unless exactly one account is meant */
const findAccount = async (store: AdminStore, name: AccountName): Promise<AdminAccount> =>
  onlyAccount(await findAccounts(store, name))

/** Records an act of the operator on accounts. */
async function audit(
  database: Database,
  deps: CommandDeps,
  {
    act,
    ids,
    message = '',
  }: { act: InternalAct; ids: readonly (number | null)[]; message?: string },
): Promise<void> {
  const actor = { source: 'command' } as const
  const now = deps.clock.now()
  for (const subjectId of ids) {
    await recordInternalAct(database, { act, actor, subjectId, message, now })
  }
}

/** Acts of moderation, export and erasure. @returns whether it was one of them */
async function runAccountAction(
  parsed: AdminAction,
  deps: CommandDeps,
  database: Database,
): Promise<boolean> {
  const store = createAdminStore(database)
  switch (parsed.action) {
    case 'rotate':
      await rotateKey(deps, database)
      return true
    case 'cases':
      await printCases(deps, database, parsed.state, parsed.page)
      return true
    case 'erase':
      await eraseAccount(deps, database, await findAccount(store, parsed.name))
      return true
    case 'export':
      await exportToFile(deps, database, await findAccount(store, parsed.name), parsed.file)
      return true
    case 'act': {
      const target =
        'name' in parsed
          ? { target: 'nickname', targetId: (await findAccount(store, parsed.name)).id }
          : { target: parsed.target, targetId: parsed.targetId }
      const body = parseAct(parsed.act, target, parsed.rest, USAGE_LINE)
      await moderate(deps, database, body)
      return true
    }
    default:
      return false
  }
}

/** Makes running instances reload the revocations. A bus does so when it starts. */
async function notifyInstances(deps: CommandDeps, database: Database): Promise<void> {
  try {
    const bus = await openEventBus({ ...deps, database })
    await bus.stop()
  } catch (error) {
    throw new CommandError(
      `The sessions are ended, but running instances were not notified (${error}): restart them.`,
    )
  }
}

/**
 * `grant USER [LEVEL]` makes one account an admin of level 1 to 9, `revoke USER` undoes it, `list`
 * prints all admins; access tokens have the change after their next refresh. `end-sessions` ends the
 * sessions of a user, or all, in every instance and with their access tokens. `export` and `erase` do what
 * the owner of an account can do, the acts of moderation what a moderator can do. All are audited.
 * @throws CommandError when no account matches (1) or the arguments are invalid (2)
 */
export async function admin(args: readonly string[], deps: CommandDeps): Promise<number> {
  const parsed = parseArgs(args)
  return withDatabase(deps, async (database) => {
    if (await runAccountAction(parsed, deps, database)) return OK
    const store = createAdminStore(database)
    if (parsed.action === 'list') {
      const admins = await store.admins()
      if (admins.length === 0) deps.print('There are no admins.')
      for (const account of admins) deps.print(`level ${account.level}  ${describe(account)}`)
      return OK
    }
    if (parsed.action !== 'end' && parsed.action !== 'set') return USAGE
    const accounts = parsed.name === 'all' ? [] : await findAccounts(store, parsed.name)
    const ids = accounts.map(({ id }) => id)
    if (parsed.action === 'end') {
      const ended = await store.endSessions(parsed.name === 'all' ? 'all' : ids, deps.clock.now())
      await audit(database, deps, {
        act: 'end_sessions',
        ids: parsed.name === 'all' ? [null] : ids,
        message: `${ended} sessions`,
      })
      await notifyInstances(deps, database)
      deps.print(`ended ${ended} session${ended === 1 ? '' : 's'}`)
      return OK
    }
    if (parsed.level > 0) checkGrant(accounts, deps.config.production)
    await store.setLevel(ids, parsed.level)
    const act = parsed.level > 0 ? 'grant_admin' : 'revoke_admin'
    await audit(database, deps, { act, ids, message: `level ${parsed.level}` })
    const now = parsed.level > 0 ? `admin, level ${parsed.level}` : 'no longer an admin'
    for (const account of accounts) deps.print(`${now}: ${describe(account)}`)
    return OK
  })
}
