import type { Database } from '#api/infrastructure/database/database.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { recordInternalAct } from '#api/modules/moderation/audit.ts'
import type { InternalAct } from '#shared/rules/moderation.ts'
import { type AdminAction, parseArguments, USAGE_LINE } from './admin-arguments.ts'
import { type AccountName, type AdminAccount, createAdminStore } from './admin-store.ts'
import { decideAppeal, printAppeals } from './appeals.ts'
import { type CommandDeps, CommandError, OK, withCurrentDatabase } from './command.ts'
import { eraseAccount, exportToFile, moderate, parseAct, printCases, withBus } from './moderate.ts'
import { rotateKey } from './rotate-receipt-key.ts'

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

/** Records an act of the operator on accounts, in the transaction of the act. */
async function audit(
  sql: Sql,
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
    await recordInternalAct(sql, { act, actor, subjectId, message, now })
  }
}

/** Makes running instances reload the revocations. A bus does so when it starts. */
async function notifyInstances(deps: CommandDeps, database: Database): Promise<void> {
  try {
    await withBus(deps, database, async () => {})
  } catch (error) {
    throw new CommandError(
      `The sessions are ended, but running instances were not notified (${error}): restart them.`,
    )
  }
}

async function list(deps: CommandDeps, store: AdminStore): Promise<void> {
  const admins = await store.admins()
  if (admins.length === 0) deps.print('There are no admins.')
  for (const account of admins) deps.print(`level ${account.level}  ${describe(account)}`)
}

async function endSessions(
  deps: CommandDeps,
  database: Database,
  store: AdminStore,
  name: AccountName | 'all',
): Promise<void> {
  const ids = name === 'all' ? [] : (await findAccounts(store, name)).map(({ id }) => id)
  const ended = await database.transaction(async (sql) => {
    const number = await createAdminStore(sql).endSessions(
      name === 'all' ? 'all' : ids,
      deps.clock.now(),
    )
    await audit(sql, deps, {
      act: 'end_sessions',
      ids: name === 'all' ? [null] : ids,
      message: `${number} sessions`,
    })
    return number
  })
  await notifyInstances(deps, database)
  deps.print(`ended ${ended} session${ended === 1 ? '' : 's'}`)
}

async function setLevel(
  deps: CommandDeps,
  database: Database,
  store: AdminStore,
  { name, level }: { name: AccountName; level: number },
): Promise<void> {
  const accounts = await findAccounts(store, name)
  if (level > 0) checkGrant(accounts, deps.config.production)
  const ids = accounts.map(({ id }) => id)
  const act = level > 0 ? 'grant_admin' : 'revoke_admin'
  await database.transaction(async (sql) => {
    await createAdminStore(sql).setLevel(ids, level)
    await audit(sql, deps, { act, ids, message: `level ${level}` })
  })
  const now = level > 0 ? `admin, level ${level}` : 'no longer an admin'
  for (const account of accounts) deps.print(`${now}: ${describe(account)}`)
}

async function run(action: AdminAction, deps: CommandDeps, database: Database): Promise<void> {
  const store = createAdminStore(database)
  switch (action.action) {
    case 'list':
      return list(deps, store)
    case 'set':
      return setLevel(deps, database, store, action)
    case 'end':
      return endSessions(deps, database, store, action.name)
    case 'rotate':
      return rotateKey(deps, database)
    case 'cases':
      return printCases(deps, database, action.state, action.page)
    case 'appeals':
      return printAppeals(deps, database)
    case 'appeal':
      return decideAppeal(deps, database, action.decision)
    case 'erase':
      return eraseAccount(deps, database, await findAccount(store, action.name))
    case 'export':
      return exportToFile(deps, database, await findAccount(store, action.name), action.file)
    case 'act': {
      const target =
        'name' in action
          ? { target: 'nickname', targetId: (await findAccount(store, action.name)).id }
          : { target: action.target, targetId: action.targetId }
      return moderate(deps, database, parseAct(action.act, target, action.rest, USAGE_LINE))
    }
  }
}

/**
 * `grant USER [LEVEL]` makes one account an admin of level 1 to 9, `revoke USER` undoes it, `list`
 * prints all admins; access tokens have the change after their next refresh. `end-sessions` ends the
 * sessions of a user, or all, in every instance and with their access tokens. `export` and `erase` do what
 * the owner of an account can do, the acts of moderation what a moderator can do. All are audited.
 * @throws CommandError when no account matches or migrations are missing (1), or the arguments are invalid (2)
 */
export async function admin(args: readonly string[], deps: CommandDeps): Promise<number> {
  const action = parseArguments(args)
  await withCurrentDatabase(deps, (database) => run(action, deps, database))
  return OK
}
