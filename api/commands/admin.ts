import { type AdminAccount, createAdminStore } from './admin-store.ts'
import { type CommandDeps, CommandError, OK, USAGE, withDatabase } from './command.ts'

const USAGE_LINE = 'Usage: npm run admin -- grant EMAIL [LEVEL 1-9] | revoke EMAIL | list'

type AdminAction = { action: 'list' } | { action: 'set'; email: string; level: number }

function parseArgs(args: readonly string[]): AdminAction {
  const [action, email = '', level, ...more] = args
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(email)
  if (action === 'list' && args.length === 1) return { action: 'list' }
  if (action === 'revoke' && isEmail && args.length === 2) return { action: 'set', email, level: 0 }
  if (action === 'grant' && isEmail && more.length === 0 && /^[1-9]$/.test(level ?? '1')) {
    return { action: 'set', email, level: Number(level ?? '1') }
  }
  throw new CommandError(USAGE_LINE, USAGE)
}

function describe(account: AdminAccount): string {
  return `${account.email}  ${account.nickname} (${account.uniqueCode}), signs in by ${account.issuer}`
}

/**
 * `grant EMAIL [LEVEL]` makes every account with that email an admin, `revoke EMAIL` undoes it, `list`
 * prints all admins. Levels are 1 to 9. Access tokens have the change after their next refresh.
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
    const changed = await store.setLevel(parsed.email, parsed.level)
    if (changed.length === 0) {
      throw new CommandError(
        `Nobody with the email ${parsed.email} has signed in yet. ` +
          'ADMIN_EMAILS makes somebody an admin at the first sign-in.',
      )
    }
    const now = parsed.level > 0 ? `admin, level ${parsed.level}` : 'no longer an admin'
    for (const account of changed) deps.print(`${now}: ${describe(account)}`)
    return OK
  })
}
