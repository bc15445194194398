/** The largest table the picker makes, both ways. */
export const TABLE_MAX = 10

export interface TableSize {
  rows: number
  columns: number
}

const within = (count: number) => Math.min(Math.max(count, 1), TABLE_MAX)

/** The size after an arrow key, Home or End in the picker; null for any other key. */
export function stepSize({ rows, columns }: TableSize, key: string): TableSize | null {
  const steps: Record<string, TableSize> = {
    ArrowRight: { rows, columns: columns + 1 },
    ArrowLeft: { rows, columns: columns - 1 },
    ArrowDown: { rows: rows + 1, columns },
    ArrowUp: { rows: rows - 1, columns },
    Home: { rows, columns: 1 },
    End: { rows, columns: TABLE_MAX },
  }
  const next = steps[key]
  return next ? { rows: within(next.rows), columns: within(next.columns) } : null
}
