import { BODY_MAX, declaredLength, readForm, readJsonBody } from './json-body.ts'
import type { Limited, Quota } from './limits.ts'

/** Kilobytes of request bodies, refused ones included; a member's texts are far below. */
const BODY_QUOTA: Quota = { action: 'body', address: 8192 }

/** Largest body of a route whose fields are all short, in bytes. */
export const SHORT_BODY_MAX = 8 * 1024

/** A route as its module declares it. */
interface Route {
  method: string
  path: string
  hooks: { body?: unknown; detail?: { security?: readonly object[] } }
}

interface BodyRule {
  isForMembers: boolean
  isForm: boolean
  maxBytes: number
}

interface BodyContext {
  request: Request
  route: string
  clientAddress: string
}

interface RouteBodiesDeps {
  limited: Limited
  /** Rejects a guest, also one with an expired or revoked token. */
  requireUser: (request: Request) => Promise<unknown>
  /** Paths of the routes to which other servers and their pages post forms. */
  forms: readonly string[]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a schema has a field for a text that a short body cannot hold. */
function hasLongText(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if ('maxLength' in schema && Number(schema.maxLength) > SHORT_BODY_MAX) return true
  return Object.values(schema).some(hasLongText)
}

/** Guests are refused where no alternative of the route's security is without a token. */
function ruleOf({ path, hooks: { body, detail } }: Route, forms: readonly string[]): BodyRule {
  const security = detail?.security ?? []
  return {
    isForm: forms.includes(path),
    isForMembers: security.length > 0 && security.every((each) => 'bearer' in each),
    maxBytes: hasLongText(body) ? BODY_MAX : SHORT_BODY_MAX,
  }
}

/**
 * Charges a request's address for each kilobyte of its body, of at least one, before anything is read.
 * @throws ApiError RATE_LIMITED
 */
export async function chargeBody(
  limited: Limited,
  { request, clientAddress }: Pick<BodyContext, 'request' | 'clientAddress'>,
): Promise<void> {
  if (request.body === null) return
  const length = Math.min(declaredLength(request) ?? 0, 4 * BODY_MAX)
  await charge(limited, clientAddress, Math.max(1, Math.ceil(length / 1024)))
}

/** The RateLimit headers of the reply are those of its action. */
const charge = (limited: Limited, clientAddress: string, kilobytes: number) =>
  limited(BODY_QUOTA, { clientAddress, set: { headers: {} } }, undefined, kilobytes)

/** Bodies sent in chunks are charged as they come; their first kilobyte has been. */
function chargeChunks(limited: Limited, clientAddress: string) {
  let charged = 1
  return async (bytes: number) => {
    const more = Math.max(0, Math.ceil(bytes / 1024) - charged)
    charged += more
    await charge(limited, clientAddress, more)
  }
}

/** Reads the bodies of API requests by the rules that their routes declare. */
export function createRouteBodies({ limited, requireUser, forms }: RouteBodiesDeps) {
  const rules = new Map<string, BodyRule>()
  return {
    /** Call once the routes are known. */
    register(routes: readonly Route[]): void {
      for (const route of routes) rules.set(`${route.method} ${route.path}`, ruleOf(route, forms))
    },

    /**
     * Reads a body: a form where the route takes one, JSON elsewhere. A guest's on a route of
     * members is never read, and no more than the route's largest of any other.
     * @throws ApiError RATE_LIMITED, those of `requireUser`, UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, MALFORMED, INVALID
     */
    async read(context: BodyContext): Promise<unknown> {
      const { request, route, clientAddress } = context
      const rule = rules.get(`${request.method} ${route}`)
      if (!rule) throw new Error(`${request.method} ${route} is not registered`)
      await chargeBody(limited, context)
      if (rule.isForMembers) await requireUser(request)
      const options = { maxBytes: rule.maxBytes, onRead: chargeChunks(limited, clientAddress) }
      return rule.isForm ? readForm(request, options) : readJsonBody(request, options)
    },
  }
}
