import type { Clock } from '#api/infrastructure/clock.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'

export type Unsequenced<Message> = Message extends StreamMessage
  ? Omit<Message, 'seq' | 'serverDate'>
  : never

/** A message upon which a screen fetches again what it shows. */
export type Change = Unsequenced<
  Extract<StreamMessage, { type: 'round' | 'content' | 'posts' | 'ranks' | 'missed' }>
>

/** How long greetings repeat changes: a page that was loading may have fetched before them (ms). */
const REPEAT_MS = 30_000

/** The last change of each type, which greetings repeat. */
export function createRecentChanges(clock: Pick<Clock, 'now'>) {
  const changes = new Map<Change['type'], { change: Change; at: number }>()
  return {
    add(change: Change): void {
      changes.delete(change.type)
      changes.set(change.type, { change, at: clock.now() })
    },
    /** Oldest first. */
    list(): Change[] {
      const since = clock.now() - REPEAT_MS
      return [...changes.values()].filter(({ at }) => at > since).map(({ change }) => change)
    },
  }
}
