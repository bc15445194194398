/**
 * What a stage came to. `notes` names each skipped and failed thing, one line each.
 * @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Tally
 */

/**
 * @param {Partial<Tally>} [part]
 * @returns {Tally}
 */
export const tally = (part = {}) => ({ passed: 0, failed: 0, skipped: 0, notes: [], ...part })

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return tallies.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
      notes: [...total.notes, ...one.notes],
    }),
    tally(),
  )
}

/**
 * `N passed, N failed`, and `, N skipped` when something was.
 * @param {Tally} total
 */
export function inWords({ passed, failed, skipped }) {
  const words = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${words}, ${skipped} skipped` : words
}

/**
 * Whether the run may be called good: nothing failed, and something was tested at all.
 * @param {Tally} total
 */
export const isGood = ({ passed, failed }) => failed === 0 && passed > 0
