import { Value } from '@sinclair/typebox/value'
import type { Database } from '#api/infrastructure/database/database.ts'
import { createActStore } from '#api/modules/moderation/act-store.ts'
import { createAppealsService } from '#api/modules/moderation/appeals.ts'
import { createModerationService } from '#api/modules/moderation/service.ts'
import { AppealDecisionBody } from '#shared/contract/moderation.ts'
import type { CommandDeps } from './command.ts'
import { COMMAND, hasOption, withBus } from './moderate.ts'

/** The decision of an appeal against the act `actId`. */
export interface AppealDecision {
  actId: number
  granted: boolean
  answer: string
}

/** Reads `ACT grant|deny [ANSWER]`; null for other arguments. */
export function parseAppeal(args: readonly string[]): AppealDecision | null {
  const [id = '', decision = '', ...words] = args
  if (!/^[1-9]\d{0,8}$/.test(id) || !['grant', 'deny'].includes(decision)) return null
  const body = { granted: decision === 'grant', answer: words.join(' ') }
  if (hasOption(words) || !Value.Check(AppealDecisionBody, body)) return null
  return { actId: Number(id), ...body }
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Prints the appeals that await a decision, each below the act that it is about. */
export async function printAppeals({ print }: CommandDeps, database: Database): Promise<void> {
  const appeals = await createActStore(database).openAppeals(null)
  for (const one of appeals) {
    const act = `${one.act} ${one.target} ${one.targetId} of ${one.user.uniqueCode}`
    const message = one.message ? `  ${onOneLine(one.message)}` : ''
    print(`act ${one.actId}  ${act}  ${one.reason}, ${one.actCreated}  ${one.excerpt}${message}`)
    print(`  appeal, ${one.created}: ${onOneLine(one.text)}`)
  }
  print(`${appeals.length} open ${appeals.length === 1 ? 'appeal' : 'appeals'}`)
}

/** Decides an appeal; a granted one reverses its act at once everywhere. @throws ApiError */
export async function decideAppeal(
  deps: CommandDeps,
  database: Database,
  { actId, granted, answer }: AppealDecision,
): Promise<void> {
  const { clock } = deps
  await withBus(deps, database, (bus) => {
    const moderation = createModerationService({ database, bus, clock })
    const appeals = createAppealsService({ database, moderation, clock })
    return appeals.decide(COMMAND, actId, { granted, answer })
  })
  deps.print(`appeal ${granted ? 'granted' : 'denied'}: act ${actId}`)
}
