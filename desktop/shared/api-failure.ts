/** A failed API call. `code` is the server's, or `UNREACHABLE` when it did not reply. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Result of the typed client. */
export interface Reply<Data> {
  data: Data | null
  error: { status: unknown; value: unknown } | null
  status: number
}

function failureOf({ error, status }: Reply<unknown>): ApiFailure {
  const value = error?.value
  if (typeof value === 'object' && value !== null && 'code' in value && 'message' in value) {
    return new ApiFailure(status, String(value.code), String(value.message))
  }
  // Not a reply of the API: a network failure, or a proxy replied instead.
  return new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')
}

/** Returns the data of a reply. Throws ApiFailure for an error reply and for no reply. */
export async function dataOf<Data>(sent: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  let reply: Reply<Data>
  try {
    reply = await sent
  } catch {
    throw new ApiFailure(0, 'UNREACHABLE', 'The server cannot be reached.')
  }
  if (reply.error || reply.data === null || reply.data === undefined) throw failureOf(reply)
  return reply.data
}

/**
 * Runs `send`; after a 401, renews the session and runs it once more. `renew` resolves to whether a
 * retry makes sense. Throws ApiFailure.
 */
export async function withRenewal<Data>(
  send: () => Promise<Data>,
  renew: () => Promise<boolean>,
): Promise<Data> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401 || !(await renew())) throw error
    return send()
  }
}
