import type { AccountName } from './admin-store.ts'
import { type AppealDecision, parseAppeal } from './appeals.ts'
import { CommandError, USAGE } from './command.ts'
import { isPersonAct, MODERATION_ACTS, MODERATION_USAGE } from './moderate.ts'

export const USAGE_LINE =
  'Usage: npm run admin -- grant USER [LEVEL 1-9] | revoke USER | list | end-sessions USER|--all | rotate-receipt-key | ' +
  `export USER FILE.json|FILE.csv | erase USER | ${MODERATION_USAGE}; ` +
  'USER is EMAIL, the unique CODE, or ISSUER SUBJECT'

/** An action of the command with its arguments. */
export type AdminAction =
  | { action: 'list' }
  | { action: 'rotate' }
  | { action: 'set'; name: AccountName; level: number }
  | { action: 'end'; name: AccountName | 'all' }
  | { action: 'erase'; name: AccountName }
  | { action: 'export'; name: AccountName; file: string }
  | { action: 'cases'; state: 'open' | 'closed'; page: number }
  | { action: 'appeals' }
  | { action: 'appeal'; decision: AppealDecision }
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
  if (!/^\d{1,15}$/.test(id)) return null
  return { action: 'act', act, target, targetId: Number(id), rest }
}

/** Actions with an account beyond the levels; null for others. */
function parseAccountAction(action: string, args: readonly string[]): AdminAction | null {
  if (action === 'cases') return parseCases(args)
  if (action === 'appeal') {
    const decision = parseAppeal(args)
    return decision && { action, decision }
  }
  if (MODERATION_ACTS.includes(action)) return parseModeration(action, args)
  const user = parseUser(args)
  if (!user) return null
  const { name, others } = user
  const [file, ...more] = others
  if (action === 'erase' && others.length === 0) return { action, name }
  const isFile = file !== undefined && /\.(json|csv)$/.test(file) && more.length === 0
  return action === 'export' && isFile ? { action, name, file } : null
}

/** @throws CommandError with exit code 2 for arguments that mean nothing */
export function parseArguments([action = '', ...args]: readonly string[]): AdminAction {
  if ((action === 'list' || action === 'appeals') && args.length === 0) return { action }
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
