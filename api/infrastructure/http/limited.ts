import { ApiError } from '#api/infrastructure/errors.ts'
import { addressGroup } from './client-address.ts'
import type { LimitedAction, Limits } from './limits.ts'
import { factsOf } from './request-facts.ts'

/** The parts of a route's context that a limit needs. */
interface LimitedContext {
  request: Request
  set: { headers: Record<string, string | number | undefined> }
}

export type Limited = (
  action: LimitedAction,
  context: LimitedContext,
  userId?: number,
) => Promise<void>

/**
 * Counts an action of a request's user and address and puts the RateLimit headers on its reply.
 * `refused` hears of each one that was too many.
 * @throws ApiError RATE_LIMITED
 */
export function createLimited(limits: Limits, refused: (action: LimitedAction) => void): Limited {
  return async (action, { request, set }, userId) => {
    const address = addressGroup(factsOf(request).address)
    const who = userId === undefined ? { address } : { address, userId }
    try {
      Object.assign(set.headers, await limits.take(action, who))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'RATE_LIMITED') refused(action)
      throw error
    }
  }
}
