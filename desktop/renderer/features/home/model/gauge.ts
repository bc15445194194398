/** The gauge shows twice the band to either side: from −10 % to +10 %. */
const REACH = 0.1

/** Where a change stands on the gauge, in percent from its left end; a far one sticks to the end. */
export function gaugePosition(change: number): number {
  const position = ((change + REACH) / (2 * REACH)) * 100
  return Math.min(100, Math.max(0, position))
}
