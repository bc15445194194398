import type { Clock } from '#api/infrastructure/clock.ts'
import type { FromChild, ToChild } from './messages.ts'

/** A process that was started, as whoever started it sees it. */
export interface Child {
  pid: number
  send(message: ToChild): void
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
  /** Its exit code, 1 when a signal ended it. Never rejects. */
  exited: Promise<number>
}

/** Starts child `number` of the program; `hear` is told whatever it says. */
export type Spawn = (number: number, hear: (message: FromChild) => void) => Child

export type Up = Extract<FromChild, { type: 'up' }>

/** A child whose start is followed. */
export interface Launched extends Child {
  number: number
  /** What it says once it is up; null when it ends without. */
  up: Promise<Up | null>
  /** Whether it is up now. */
  isUp(): boolean
  /** Why it could not start, in one line, where it said so. */
  complaint(): string | null
}

/** A start that takes longer hangs; filling in a long history takes a tenth of this. */
const START_LIMIT_MS = 120_000
/** The hard stop of a server alone, too. */
const STOP_LIMIT_MS = 10_000

/** Starts a child and follows how that goes; `hear` is told what else it says. */
export function launch(
  spawn: Spawn,
  number: number,
  clock: Clock,
  hear: (from: Launched, message: FromChild) => void,
): Launched {
  let isUp = false
  let complaint: string | null = null
  const { promise: up, resolve } = Promise.withResolvers<Up | null>()
  const child = spawn(number, (message) => {
    if (message.type === 'up') {
      isUp = true
      resolve(message)
    } else if (message.type === 'failed') {
      complaint = message.message
    } else {
      hear(launched, message)
    }
  })
  const launched: Launched = {
    ...child,
    number,
    up,
    isUp: () => isUp,
    complaint: () => complaint,
  }
  const cancel = clock.after(START_LIMIT_MS, () => child.kill('SIGKILL'))
  up.then(cancel)
  child.exited.then(() => {
    isUp = false
    resolve(null)
  })
  return launched
}

/** Ends a child as an operator does, and by force when that takes too long. Its exit code. */
export async function end(child: Child, clock: Clock): Promise<number> {
  child.kill('SIGTERM')
  const cancel = clock.after(STOP_LIMIT_MS, () => child.kill('SIGKILL'))
  const code = await child.exited
  cancel()
  return code
}
