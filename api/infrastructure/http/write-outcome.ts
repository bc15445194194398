import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { ErrorCode } from '#shared/contract/errors.ts'

const WRITING = new Set(['POST', 'PUT'])

/**
 * Counts how a call that writes ended. `route` is a pattern that a module declared, so there are only
 * so many labels; a call that failed without a code counts as INTERNAL.
 */
export function countWrite(
  { writes }: Pick<Metrics, 'writes'>,
  method: string,
  route: string,
  status: number,
  refusal: ErrorCode | undefined,
): void {
  if (!WRITING.has(method)) return
  const write = `${method} ${route}`
  if (status < 400) writes.inc({ write, outcome: 'done', code: '' })
  else
    writes.inc({ write, outcome: status < 500 ? 'refused' : 'failed', code: refusal ?? 'INTERNAL' })
}
