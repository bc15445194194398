import { ApiError } from '#api/infrastructure/errors.ts'
import { addressGroup } from './client-address.ts'
import type { LimitedAction, Limits } from './limits.ts'

/** The parts of a route's context that a limit needs. */
interface LimitedContext {
  clientAddress: string
  set: { headers: Record<string, string | number | undefined> }
}

export type Limited = (
  action: LimitedAction,
  context: LimitedContext,
  userId?: number,
) => Promise<void>

/**
 * Counts an action of a request's user and address and puts the RateLimit headers on its reply.
 * `onRefused` is called for each refused request.
 * @throws ApiError RATE_LIMITED
 */
export function createLimited(limits: Limits, onRefused: (action: LimitedAction) => void): Limited {
  return async (action, { clientAddress, set }, userId) => {
    const address = addressGroup(clientAddress)
    const who = userId === undefined ? { address } : { address, userId }
    try {
      Object.assign(set.headers, await limits.take(action, who))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'RATE_LIMITED') onRefused(action)
      throw error
    }
  }
}
