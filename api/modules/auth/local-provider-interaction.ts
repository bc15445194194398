import type { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import { type LocalIdentity, localIdentity } from './local-identity.ts'
import { failurePage, pageHeaders, pageLanguage, signInPage } from './local-provider-page.ts'

type Middleware = Parameters<Provider['use']>[0]
type PageContext = Parameters<Middleware>[0]

const PATH = /^\/interaction\/([\w-]{1,64})$/
const BODY_LIMIT = 4096

/**
 * Serves the sign-in form at `/interaction/{uid}` and handles its submission. `returnOrigins` are where the
 * browser goes from it.
 */
export function signInInteraction(
  provider: Provider,
  accounts: LRUCache<string, LocalIdentity>,
  returnOrigins: readonly string[],
): Middleware {
  return async (ctx, next) => {
    const uid = PATH.exec(ctx.path)?.[1]
    if (!uid || (ctx.method !== 'GET' && ctx.method !== 'POST')) return next()
    const accepted = ctx.acceptsLanguages(['en', 'ko'])
    const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch(() => undefined)
    if (interaction?.uid !== uid) {
      return answer(ctx, 400, failurePage(pageLanguage(undefined, accepted)))
    }

    const language = pageLanguage(interaction.params.ui_locales, accepted)
    const show = (status: number, page = {}) =>
      answer(ctx, status, signInPage({ language, ...page }), returnOrigins)
    const finish = async (result: Record<string, unknown>) => {
      ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result))
      ctx.status = 303
    }

    if (ctx.method === 'GET') return show(200)
    const form = await readForm(ctx)
    if (!form) return show(400)
    if (form.get('action') === 'cancel') return finish({ error: 'access_denied' })

    const typed = form.get('name') ?? ''
    const identity = localIdentity(typed)
    if (typeof identity === 'string') return show(422, { typed, fault: identity })
    accounts.set(identity.subject, identity)
    return finish({ login: { accountId: identity.subject, remember: false } })
  }
}

function answer(ctx: PageContext, status: number, page: string, returnOrigins?: readonly string[]) {
  ctx.status = status
  ctx.set(pageHeaders(returnOrigins))
  ctx.body = page
}

/** The posted form; undefined for another content type or a body larger than a name needs. */
async function readForm(ctx: PageContext): Promise<URLSearchParams | undefined> {
  if (!ctx.is('application/x-www-form-urlencoded')) return undefined
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of ctx.req) {
    length += chunk.length
    if (length <= BODY_LIMIT) chunks.push(chunk)
  }
  return length > BODY_LIMIT ? undefined : new URLSearchParams(Buffer.concat(chunks).toString())
}
