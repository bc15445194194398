import type { PreparedReply } from './prepared-reply.ts'
import { factsOf } from './request-facts.ts'

/** Finds the reply of one address as it stands now. Never answers one that is out of date. */
export type FindReply = () => PreparedReply | Promise<PreparedReply>

/**
 * Answers with a kept reply, and tells the front that it may answer the same address (path and
 * query, which the route has judged) by itself from now on. Only for what is the same for everyone.
 */
export async function answerKept(request: Request, find: FindReply): Promise<Response> {
  const reply = await find()
  factsOf(request).again = find
  return reply.respond(request)
}
