import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { ReadingQuestion } from '#shared/contract/votes.ts'

const isQuestion = (reply: object): reply is ReadingQuestion =>
  Reflect.get(reply, 'readingLocks') === true

/** The text of a reply. Throws READING_LOCKS for the question in its place, upon which screens ask it. */
export function withoutQuestion<Text extends object>(reply: Text | ReadingQuestion): Text {
  if (!isQuestion(reply)) return reply
  throw new ApiFailure(200, 'READING_LOCKS', 'Reading locks the direction.')
}
