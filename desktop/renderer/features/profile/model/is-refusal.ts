import { ApiFailure } from '#desktop/shared/api-failure.ts'

/** Whether the server said no, rather than not being there or failing to answer. */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code !== 'UNREACHABLE'
}
