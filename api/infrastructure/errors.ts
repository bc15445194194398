import { ERRORS, type ErrorCode, type ErrorReply } from '#shared/contract/errors.ts'

/** A refusal that the caller is told about. Services throw it; the one error handler answers it. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    more: { field?: string; message?: string; headers?: Record<string, string> } = {},
  ) {
    const [status, message] = ERRORS[code]
    super(more.message ?? message)
    this.code = code
    this.status = status
    this.field = more.field
    this.headers = more.headers ?? {}
  }

  /** The body that goes out. */
  reply(): ErrorReply {
    return {
      success: false,
      code: this.code,
      message: this.message,
      error: this.message,
      ...(this.field !== undefined && { field: this.field }),
    }
  }

  /** The whole reply, with its status and headers. */
  response(): Response {
    return Response.json(this.reply(), { status: this.status, headers: this.headers })
  }
}
