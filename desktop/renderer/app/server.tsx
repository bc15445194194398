import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import { isServerError } from '#desktop/shared/api-failure.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type {
  PageRequest,
  PageSeed,
  RenderedPage,
  RenderPage,
  SeededQuery,
} from '#shared/contract/server-page.ts'
import { createRoutes } from './routes.tsx'
import { createServerServices } from './server-services.ts'

/** Rounds of fetching that a page may need: a query may depend on another's data. */
const MAX_PASSES = 4

const handler = createStaticHandler(
  createRoutes({ hasWindows: false, onSignIn: () => null, reload: () => {} }),
)

/** React puts the title and preloads of pictures before the markup. */
const HOISTED = /^(?:<title>([^<]*)<\/title>|<link [^>]*>)+/

/**
 * Renders a page as a guest sees it, in UTC. React does not fetch while it renders to a string, so each
 * pass renders, fetches the queries that it created, and the last one finds all data in the cache.
 */
export const renderPage: RenderPage = async (request) => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  const render = await createMarkup(request)
  let price: LivePrice | null = null
  let markup = ''
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const services = createServerServices(request, queries, price)
    markup = render(services)
    const missing = queries.getQueryCache().findAll({ predicate: isNeeded })
    if (missing.length === 0) break
    await Promise.all(missing.map((query) => query.fetch().catch(() => {})))
    price = services.live.price.getState()
  }
  const seed = seedOf(request, price, queries)
  const failed = queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'error' })
  if (failed.length > 0) {
    const status = failed.every(({ state }) => isServerError(state.error)) ? 500 : 404
    return { status, title: '', html: '', seed }
  }
  return { status: 200, ...splitTitle(markup), seed }
}

/** Loads the screen of a path. */
async function createMarkup({ origin, path }: PageRequest) {
  const context = await handler.query(new Request(origin + path))
  if (context instanceof Response) throw new Error(`${path} redirects`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return (services: Services): string =>
    renderToString(
      <ServicesProvider services={services}>
        <QueryClientProvider client={services.queries}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </QueryClientProvider>
      </ServicesProvider>,
    )
}

/** Whether a rendered component waits for this query. */
function isNeeded(query: Query): boolean {
  if (query.state.status !== 'pending') return false
  const enabled: unknown = Reflect.get(query.options, 'enabled')
  return typeof enabled === 'function' ? enabled(query) === true : enabled !== false
}

function splitTitle(markup: string): Pick<RenderedPage, 'title' | 'html'> {
  const hoisted = HOISTED.exec(markup)
  return { title: hoisted?.[1] ?? '', html: markup.slice(hoisted?.[0].length ?? 0) }
}

/** Details count a view when the browser fetches them. */
const isFetchedAgain = (key: readonly unknown[]) => key[0] === 'posts' && key[2] === 'detail'

function seedOf(
  { locale, now }: PageRequest,
  price: LivePrice | null,
  queries: QueryClient,
): PageSeed {
  const seeded = queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'success' })
    .map(
      ({ queryKey, state }): SeededQuery => ({
        key: queryKey,
        data: state.data,
        updatedAt: isFetchedAgain(queryKey) ? 0 : now,
      }),
    )
  return { locale, now, price, queries: seeded }
}
