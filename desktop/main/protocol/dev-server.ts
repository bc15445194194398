import { contentPolicy, socketOrigin } from '#shared/rules/content-policy.ts'
import { connectSources, isAppUrl } from './protocol.ts'

/** The scripts and styles that Vite inserts into the page have it; see `electron.vite.config.ts`. */
const NONCE = "'nonce-development'"

interface DevServerOptions {
  /** Origin of Vite's server, such as `http://127.0.0.1:5183`. */
  devServer: string
  apiOrigin: string
  fetch(url: string, init: RequestInit): Promise<Response>
}

/**
 * Serves `app://tidemark` from Vite's server, so that a page has its real origin while its modules are
 * replaced as they change. Of development builds only.
 */
export function forwardToDevServer({ devServer, apiOrigin, fetch }: DevServerOptions) {
  const policy = contentPolicy({
    script: [NONCE],
    style: [NONCE],
    connect: [...connectSources(apiOrigin), socketOrigin(devServer)],
  })
  return async ({ url, headers }: Pick<Request, 'url' | 'headers'>): Promise<Response> => {
    if (!isAppUrl(url)) return new Response(null, { status: 404 })
    const { pathname, search } = new URL(url)
    const accept = headers.get('accept') ?? '*/*'
    const reply = await fetch(`${devServer}${pathname}${search}`, { headers: { accept } })
    return new Response(reply.body, {
      status: reply.status,
      headers: {
        'content-security-policy': policy,
        'content-type': reply.headers.get('content-type') ?? 'application/octet-stream',
        'cache-control': 'no-store',
      },
    })
  }
}
