import { Gauge } from 'prom-client'
import type { Health } from '#api/infrastructure/health.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import { productVersion } from '#api/infrastructure/version.ts'

/** Whether this process can serve, as /readyz judges it, and which version it is. */
export function watchHealth({ registry, watch }: Metrics, health: Health): void {
  watch('tidemark_ready', 'Whether every check of /readyz is well: 1 or 0', async () =>
    (await health.failing()).length === 0 ? 1 : 0,
  )
  new Gauge({
    name: 'tidemark_build_info',
    help: 'Always 1; its labels are the version of Tidemark and of Bun',
    labelNames: ['version', 'bun'],
    registers: [registry],
  }).set({ version: productVersion(), bun: Bun.version }, 1)
}
