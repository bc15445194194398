import { Elysia } from 'elysia'
import type { Health } from '#api/infrastructure/health.ts'
import type { createMetricsPage } from './metrics-page.ts'
import { requestContext } from './request-context.ts'

interface OperatorRoutesDeps {
  health: Health
  metricsPage: ReturnType<typeof createMetricsPage>
}

/** Health and metrics, for load balancers and monitoring. */
export function operatorRoutes({ health, metricsPage }: OperatorRoutesDeps) {
  return new Elysia({ name: 'operator' })
    .use(requestContext)
    .get('/livez', () => health.live())
    .get('/readyz', () => health.ready())
    .get('/metrics', ({ request, clientAddress }) => metricsPage(request, clientAddress))
}
