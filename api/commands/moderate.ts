import { rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import type { ConnectedAppEventBus } from '#api/events.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createErasure } from '#api/modules/account/erasure.ts'
import { createAccountService } from '#api/modules/account/service.ts'
import type { Actor } from '#api/modules/moderation/audit.ts'
import { createCaseStore } from '#api/modules/moderation/case-store.ts'
import { createModerationService, misplacedField } from '#api/modules/moderation/service.ts'
import { openEventBus } from '#api/server/infrastructure.ts'
import { readSecrets } from '#api/server/secrets.ts'
import { ActBody } from '#shared/contract/moderation.ts'
import type { AdminAccount } from './admin-store.ts'
import { type CommandDeps, CommandError, USAGE } from './command.ts'

/** The operator as the author of an act. */
export const COMMAND: Actor = { source: 'command' }

/** Acts on a person; the others name a vote, a post, a nickname or a reply. */
const PERSON_ACTS = ['rename', 'mute', 'unmute', 'ban', 'unban']
const CONTENT_ACTS = ['hide', 'restore', 'dismiss']
export const MODERATION_ACTS: readonly string[] = [...PERSON_ACTS, ...CONTENT_ACTS]

export const MODERATION_USAGE =
  'hide|restore|dismiss vote|post|nickname|reply ID REASON [MESSAGE] | rename|unmute|unban USER REASON [MESSAGE] | ' +
  'mute USER REASON --days 1|7|30 [MESSAGE] | ban USER REASON [--hide-content] [MESSAGE] | ' +
  'cases [open|closed] [PAGE] | appeals | appeal ACT grant|deny [ANSWER]; ' +
  'REASON is spam, scam, chatroom, harassment, hate, sexual or other'

/** Whether the act names a USER, who must be looked up first. */
export const isPersonAct = (act: string): boolean => PERSON_ACTS.includes(act)

/** Whether words of a message look like an option: a misspelled one would be sent to the user. */
export const hasOption = (words: readonly string[]): boolean =>
  words.some((word) => word.startsWith('--'))

/**
 * Reads the arguments of an act after its target.
 * @throws CommandError (usage)
 */
export function parseAct(
  act: string,
  target: { target: string; targetId: number },
  args: readonly string[],
  usage: string,
): ActBody {
  const [reason, ...rest] = args
  const daysAt = rest.indexOf('--days')
  const days = daysAt < 0 ? undefined : Number(rest.splice(daysAt, 2)[1])
  const hideContent = rest.includes('--hide-content')
  const words = rest.filter((word) => word !== '--hide-content')
  const message = words.join(' ')
  const body: unknown = {
    act,
    ...target,
    reason,
    ...(days !== undefined && { days }),
    ...(hideContent && { hideContent }),
    ...(message && { message }),
  }
  if (hasOption(words) || !Value.Check(ActBody, body) || misplacedField(body) !== null) {
    throw new CommandError(usage, USAGE)
  }
  return body
}

/** Runs `work` with a bus that reaches the running instances. Its start makes them drop their caches. */
export async function withBus<T>(
  deps: CommandDeps,
  database: Database,
  work: (bus: ConnectedAppEventBus) => Promise<T>,
): Promise<T> {
  const bus = await openEventBus({ ...deps, database })
  try {
    return await work(bus)
  } finally {
    await bus.stop()
  }
}

/** Performs an act of moderation; instances and open pages follow at once. @throws ApiError */
export async function moderate(
  deps: CommandDeps,
  database: Database,
  body: ActBody,
): Promise<void> {
  await withBus(deps, database, (bus) =>
    createModerationService({ database, bus, clock: deps.clock }).act(COMMAND, body),
  )
  deps.print(`${body.act}: ${body.target} ${body.targetId}`)
}

/** Prints a page of reported texts and names. */
export async function printCases(
  { print, clock }: CommandDeps,
  database: Database,
  state: 'open' | 'closed',
  page: number,
): Promise<void> {
  const { cases, pagination } = await createCaseStore(database, clock).list(state, page)
  for (const one of cases) {
    const facts = [`${one.reports} reports`, one.reasons.join('+'), one.hidden ? 'hidden' : 'shown']
    const name = `${one.target} ${one.targetId} by ${one.author.uniqueCode}`
    print(`#${one.id}  ${name}  ${facts.join(', ')}  ${one.decision ?? one.opened}  ${one.excerpt}`)
  }
  const { totalPosts, totalPages } = pagination
  const place = totalPages > 0 ? `, page ${page} of ${totalPages}` : ''
  print(`${totalPosts} ${state} ${totalPosts === 1 ? 'case' : 'cases'}${place}`)
}

const erasureSecrets = (deps: CommandDeps) => readSecrets(deps.config).erased

/** Erases an account as its owner could. @throws ApiError LAST_ADMIN, NOT_READY */
export async function eraseAccount(
  deps: CommandDeps,
  database: Database,
  account: AdminAccount,
): Promise<void> {
  const secrets = erasureSecrets(deps)
  await withBus(deps, database, (bus) =>
    createErasure({ database, bus, clock: deps.clock, secrets }).erase(COMMAND, account.id, null),
  )
  deps.print(`erased ${account.uniqueCode}`)
}

/** Writes the data of an account to a new file, readable by the operator alone; none after a failure. */
export async function exportToFile(
  deps: CommandDeps,
  database: Database,
  account: AdminAccount,
  file: string,
): Promise<void> {
  const format = file.endsWith('.csv') ? 'csv' : 'json'
  const bus = { publish: () => {} }
  const secrets = erasureSecrets(deps)
  const service = createAccountService({ database, bus, clock: deps.clock, secrets })
  const path = resolve(file)
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  try {
    for await (const part of await service.export(account.id, format, COMMAND)) {
      writeFileSync(path, part, { flag: 'a' })
    }
  } catch (error) {
    // A file of a part of the data looks whole, and would stop the next attempt.
    rmSync(path, { force: true })
    throw error
  }
  deps.print(`wrote ${path}`)
}
