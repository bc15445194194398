/** A call that did not succeed. `code` is the server's, or `UNREACHABLE` when it did not answer. */
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

/** What the typed client resolves to. */
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
  // Without a reply of ours it was the network, or something in between that answered for us.
  return new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')
}

/** The data of a reply. Throws ApiFailure for a refusal and for a server that did not answer. */
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
