import { type AdminAccount, createAdminStore } from './admin-store.ts'
import { CommandError, type CommandParts, OK, USAGE } from './parts.ts'
import { withDatabase } from './with-database.ts'

const HELP = 'Usage: npm run admin -- grant EMAIL [LEVEL 1-9] | revoke EMAIL | list'

type Wish = { action: 'list' } | { action: 'set'; email: string; level: number }

function read(args: readonly string[]): Wish {
  const [action, email = '', level, ...more] = args
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(email)
  if (action === 'list' && args.length === 1) return { action: 'list' }
  if (action === 'revoke' && isEmail && args.length === 2) return { action: 'set', email, level: 0 }
  if (action === 'grant' && isEmail && more.length === 0 && /^[1-9]$/.test(level ?? '1')) {
    return { action: 'set', email, level: Number(level ?? '1') }
  }
  throw new CommandError(HELP, USAGE)
}

function describe(account: AdminAccount): string {
  return `${account.email}  ${account.nickname} (${account.uniqueCode}), signs in by ${account.issuer}`
}

/**
 * `grant EMAIL [LEVEL]` makes every account with that e-mail an admin, `revoke EMAIL` takes it back,
 * `list` names all admins. Levels are 1 to 9. A running server honours a change at once where it
 * asks the database, and in the access token at the next refresh. Throws CommandError when there is
 * nobody (1) or the words are not understood (2).
 */
export async function admin(args: readonly string[], parts: CommandParts): Promise<number> {
  const wish = read(args)
  return withDatabase(parts, async (database) => {
    const store = createAdminStore(database)
    if (wish.action === 'list') {
      const admins = await store.admins()
      if (admins.length === 0) parts.say('There are no admins.')
      for (const account of admins) parts.say(`level ${account.level}  ${describe(account)}`)
      return OK
    }
    const changed = await store.setLevel(wish.email, wish.level)
    if (changed.length === 0) {
      throw new CommandError(
        `Nobody with the e-mail ${wish.email} has signed in yet. ` +
          'ADMIN_EMAILS makes somebody an admin at the first sign-in.',
      )
    }
    const now = wish.level > 0 ? `admin, level ${wish.level}` : 'no admin any more'
    for (const account of changed) parts.say(`${now}: ${describe(account)}`)
    return OK
  })
}
