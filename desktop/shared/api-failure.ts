/** A failed API call. `code` is the server's, or `UNREACHABLE` when it did not reply. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly code: string
  /** When the refusal ends, epoch milliseconds; null when it has no end. */
  readonly until: number | null

  constructor(status: number, code: string, message: string, until: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.until = until
  }
}

/** Whether something answered the call with a server error (5xx). */
export function isServerError(error: unknown): boolean {
  return error instanceof ApiFailure && error.status >= 500
}

/** Whether the API replied that there is nothing (404). A proxy replies so too while it has no server. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404 && error.code !== 'UNREACHABLE'
}

/** Whether the edited text was changed elsewhere since the edit began. */
export function isEditedElsewhere(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'EDITED_ELSEWHERE'
}

/** Result of the typed client. */
export interface Reply<Data> {
  data: Data | null
  error: { status: unknown; value: unknown } | null
  status: number
}

/** Null unless the data of a 2xx reply refuses: `success: false`, or `status: false`. */
function refusalOf(data: object, status: number): ApiFailure | null {
  const isRefusal = [Reflect.get(data, 'success'), Reflect.get(data, 'status')].includes(false)
  if (!isRefusal) return null
  const textOf = (...names: string[]) =>
    names.map((name): unknown => Reflect.get(data, name)).find((value) => typeof value === 'string')
  const [code, message] = [textOf('code'), textOf('message', 'error')]
  return new ApiFailure(status, String(code ?? 'REFUSED'), String(message ?? ''))
}

const unreachable = (status: number) =>
  new ApiFailure(status, 'UNREACHABLE', 'The server cannot be reached.')

function failureOf({ error, status }: Reply<unknown>): ApiFailure {
  const value = error?.value
  // The typed client reports a network failure as status 503.
  if (value instanceof Error) return unreachable(0)
  if (typeof value === 'object' && value !== null && 'code' in value && 'message' in value) {
    const until = 'until' in value ? Date.parse(String(value.until)) : Number.NaN
    const end = Number.isNaN(until) ? null : until
    return new ApiFailure(status, String(value.code), String(value.message), end)
  }
  // Not a reply of the API: a proxy replied instead.
  return unreachable(status)
}

/** Returns the data of a reply. Throws ApiFailure for an error reply, a refusal and no reply. */
export async function dataOf<Data>(sent: Promise<Reply<Data>>): Promise<NonNullable<Data>> {
  let reply: Reply<Data>
  try {
    reply = await sent
  } catch {
    throw unreachable(0)
  }
  const { data, error, status } = reply
  if (error || data === null || data === undefined) throw failureOf(reply)
  const refusal = typeof data === 'object' ? refusalOf(data, status) : null
  if (refusal) throw refusal
  return data
}
