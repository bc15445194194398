import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'

/**
 * How much likelier somebody with an edge is to choose the outcome than another direction, which
 * multiplies the odds of every call: 1.5 turns 50 of 100 right calls into 60, 7/3 into 70.
 */
export const EDGES = { none: 1, sixty: 1.5, seventy: 7 / 3 } as const
export type Edge = keyof typeof EDGES

/** A choice without strategy by a uniform number in (0, 1). */
export function chooseWithEdge(random: number, outcome: Direction, edge: Edge): Direction {
  const others = DIRECTIONS.filter((direction) => direction !== outcome)
  const place = random * (EDGES[edge] + others.length)
  return place < EDGES[edge] ? outcome : (others[Math.floor(place - EDGES[edge])] ?? outcome)
}
