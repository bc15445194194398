/** The metrics of an instance's event bus, by their names without `tidemark_bus_`. `url` is its origin. */
export async function readBusMetrics(url: string): Promise<Record<string, string>> {
  const metrics = await fetch(`${url}/metrics`).then((reply) => reply.text())
  const lines = metrics.matchAll(/^tidemark_bus_(\w+) (.*)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name ?? '', value ?? '']))
}
