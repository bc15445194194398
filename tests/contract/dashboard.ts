import { readFileSync } from 'node:fs'

interface Dashboard {
  panels: { targets: { expr: string }[] }[]
  annotations: { list: { expr: string }[] }
}

const file = new URL('../../deploy/grafana/tidemark.json', import.meta.url)

/** The queries of the panels and annotations of Grafana's dashboard. */
export function dashboardExpressions(): string[] {
  const { panels, annotations }: Dashboard = JSON.parse(readFileSync(file, 'utf8'))
  return [...panels.flatMap(({ targets }) => targets), ...annotations.list].map(({ expr }) => expr)
}
