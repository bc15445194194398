interface Identified {
  id: number
}

/**
 * The fetched replies that a reader sees, in the order that they know, and the others: those wait until the
 * reader wants them. Without an order all are seen.
 */
export function arrange<Item extends Identified>(
  fetched: readonly Item[],
  order: readonly number[] | null,
): { shown: readonly Item[]; waiting: readonly Item[] } {
  if (order === null) return { shown: fetched, waiting: [] }
  const byId = new Map(fetched.map((item) => [item.id, item]))
  const known = new Set(order)
  return {
    shown: order.flatMap((id) => byId.get(id) ?? []),
    waiting: fetched.filter(({ id }) => !known.has(id)),
  }
}
