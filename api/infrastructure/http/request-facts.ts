import type { ErrorCode } from '#shared/contract/errors.ts'
import type { FindReply } from './answer-kept.ts'

/** What is known of a request before any route sees it. */
export interface RequestFacts {
  /** Given by a trusted proxy or made here; in the log and in the reply's X-Request-Id. */
  id: string
  /** Address of the client, behind trusted proxies. */
  address: string
  /** Pattern of the route that answers; absent while none has matched. */
  route?: string
  /** What it was refused with, or failed with. */
  refusal?: ErrorCode
  /** How its kept reply is found, when it was answered with one. */
  again?: FindReply
}

const facts = new WeakMap<Request, RequestFacts>()

export function noteRequest(request: Request, own: RequestFacts): void {
  facts.set(request, own)
}

/** The facts of a request that came through the front. Throws for one that did not. */
export function factsOf(request: Request): RequestFacts {
  const own = facts.get(request)
  if (!own) throw new Error('the request did not come through the front')
  return own
}
