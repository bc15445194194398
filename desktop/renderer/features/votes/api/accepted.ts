import { ApiFailure } from '#desktop/shared/api-failure.ts'

/**
 * A reply that says yes. One that came with status 200 and yet says no is a refusal like any other.
 * Throws ApiFailure with the server's message.
 */
export function accepted<Reply extends { success: boolean; message?: string }>(
  reply: Reply,
): Reply {
  if (!reply.success) throw new ApiFailure(200, 'REFUSED', reply.message ?? '')
  return reply
}
