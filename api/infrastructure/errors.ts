import { ERRORS, type ErrorCode } from '#shared/contract/error-codes.ts'
import type { ErrorReply } from '#shared/contract/errors.ts'

/** An error that the client sees. Services throw it; `errorReplies` turns it into a reply. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined
  readonly headers: Record<string, string>
  /** End of the refusal, epoch milliseconds. */
  readonly until: number | undefined

  constructor(
    code: ErrorCode,
    more: {
      field?: string
      message?: string
      headers?: Record<string, string>
      until?: number
    } = {},
  ) {
    const [status, message] = ERRORS[code]
    super(more.message ?? message)
    this.code = code
    this.status = status
    this.field = more.field
    this.headers = more.headers ?? {}
    this.until = more.until
  }

  /** Body of the reply. */
  body(): ErrorReply {
    return {
      success: false,
      code: this.code,
      message: this.message,
      error: this.message,
      ...(this.field !== undefined && { field: this.field }),
      ...(this.until !== undefined && { until: new Date(this.until).toISOString() }),
    }
  }
}
