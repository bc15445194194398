import type { Database } from '#api/infrastructure/database/database.ts'
import { openEventBus } from '#api/server/infrastructure.ts'
import { type AccountName, type AdminAccount, createAdminStore } from './admin-store.ts'
import { type CommandDeps, CommandError, OK, USAGE, withDatabase } from './command.ts'

const USAGE_LINE =
  'Usage: npm run admin -- grant USER [LEVEL 1-9] | revoke USER | list | end-sessions USER|--all; ' +
  'USER is EMAIL, the unique CODE, or ISSUER SUBJECT'

type AdminAction =
  | { action: 'list' }
  | { action: 'set'; name: AccountName; level: number }
  | { action: 'end'; name: AccountName | 'all' }

/** Reads USER from the front of `args`; the rest follows it. */
function parseUser([first = '', second = '', ...rest]: readonly string[]) {
  const others = second === '' ? rest : [second, ...rest]
  if (/^[^\s@]+@[^\s@]+$/.test(first)) return { name: { email: first }, rest: others }
  if (/^[\dA-HJKMNP-TV-Z]{6}$/i.test(first)) return { name: { code: first }, rest: others }
  if (/^(https:\/\/|urn:)\S+$/.test(first) && second !== '') {
    return { name: { issuer: first, subject: second }, rest }
  }
  return null
}

function parseArgs([action, ...args]: readonly string[]): AdminAction {
  if (action === 'list' && args.length === 0) return { action }
  if (action === 'end-sessions' && args.length === 1 && args[0] === '--all') {
    return { action: 'end', name: 'all' }
  }
  const user = parseUser(args)
  if (user) {
    const { name, rest } = user
    const [level = '1', ...more] = rest
    if (action === 'revoke' && rest.length === 0) return { action: 'set', name, level: 0 }
    if (action === 'end-sessions' && rest.length === 0) return { action: 'end', name }
    if (action === 'grant' && more.length === 0 && /^[1-9]$/.test(level)) {
      return { action: 'set', name, level: Number(level) }
    }
  }
  throw new CommandError(USAGE_LINE, USAGE)
}

function describe({ email, nickname, uniqueCode, issuer, subject }: AdminAccount): string {
  return `${email}  ${nickname} (${uniqueCode}), signs in by ${issuer} as ${subject}`
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

/** @throws CommandError unless exactly one account, which may sign in here, is meant */
function checkGrant(accounts: readonly AdminAccount[], isProduction: boolean): void {
  if (isProduction && accounts.some(({ method }) => method === 'local')) {
    throw new CommandError(
      'An account of the local sign-in cannot be an admin in production: anyone could have made it.',
    )
  }
  if (accounts.length > 1) {
    const names = accounts.map(({ issuer, subject }) => `${issuer} ${subject}`).join(', ')
    throw new CommandError(`Several accounts have this email; name one of: ${names}.`)
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
 * sessions of a user, or all, in every instance and with their access tokens.
 * @throws CommandError when no account matches (1) or the arguments are invalid (2)
 */
export async function admin(args: readonly string[], deps: CommandDeps): Promise<number> {
  const parsed = parseArgs(args)
  return withDatabase(deps, async (database) => {
    const store = createAdminStore(database)
    if (parsed.action === 'list') {
      const admins = await store.admins()
      if (admins.length === 0) deps.print('There are no admins.')
      for (const account of admins) deps.print(`level ${account.level}  ${describe(account)}`)
      return OK
    }
    const accounts = parsed.name === 'all' ? [] : await findAccounts(store, parsed.name)
    const ids = accounts.map(({ id }) => id)
    if (parsed.action === 'end') {
      const ended = await store.endSessions(parsed.name === 'all' ? 'all' : ids, deps.clock.now())
      await notifyInstances(deps, database)
      deps.print(`ended ${ended} session${ended === 1 ? '' : 's'}`)
      return OK
    }
    if (parsed.level > 0) checkGrant(accounts, deps.config.production)
    await store.setLevel(ids, parsed.level)
    const now = parsed.level > 0 ? `admin, level ${parsed.level}` : 'no longer an admin'
    for (const account of accounts) deps.print(`${now}: ${describe(account)}`)
    return OK
  })
}
